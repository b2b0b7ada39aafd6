import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ApplyInput, Changes, ChangeView } from '@patchbay/module-changes/contract';
import type { Controllers } from '@patchbay/module-inventory/contract';
import {
  adapterFailure,
  type ChangeOperation,
  featureName,
  type StagedFeature,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { unknownVendor } from '../errors.ts';
import type { Families, FeaturePath, FeaturePathParameters } from './families.ts';

export interface StageBody {
  readonly payload: VendorValue;
  readonly notes?: string;
  readonly target_id?: string;
}

export interface ListQuery {
  readonly status?: string;
  readonly page: number;
  readonly per_page: number;
}

export interface Listed {
  readonly items: readonly ChangeView[];
  readonly total: number;
}

/** The gateway's paths into the one pipeline; every write goes through `Changes`. */
export class GatewayChanges extends Service<{
  database: Pick<Database, 'write'>;
  families: Families;
  features: Contributions<StagedFeature>;
  controllers: Pick<Controllers, 'get'>;
  changes: Changes;
}> {
  /** The place is looked up in the unit that stages. */
  stage(
    principal: Principal,
    path: FeaturePathParameters & { readonly feature: string },
    operation: ChangeOperation,
    body: StageBody,
  ): Promise<ChangeView> {
    const { database, families, changes } = this.parts;
    return database.write(principal, async (work) => {
      const place = await families.place(principal, path);
      const { key } = this.#feature(place, path.feature);
      const { controller_id, site_id } = path;
      const input = { controller_id, site_id, feature: key, operation, ...body };
      return changes.stage(principal, input, work, place.controller);
    });
  }

  async list(
    principal: Principal,
    path: FeaturePathParameters,
    { status, ...page }: ListQuery,
  ): Promise<Listed> {
    const { area, vendor } = await this.parts.families.place(principal, path);
    const { controller_id, site_id } = path;
    return this.parts.changes.list(
      principal,
      { controller_id, site_id, status, vendor: vendor.id, areas: [area] },
      page,
    );
  }

  /** Changes of one gateway, whatever their area; `vendor` must be one of those that make gateways. */
  async byGateway(
    principal: Principal,
    controller_id: string,
    { vendor, status, ...page }: ListQuery & { readonly vendor: string },
  ): Promise<Listed> {
    if (!this.parts.families.vendors.some(({ id, gateway }) => gateway && id === vendor))
      throw unknownVendor();
    await this.parts.controllers.get(principal, controller_id);
    return this.parts.changes.list(principal, { controller_id, vendor, status }, page);
  }

  async apply(principal: Principal, change_id: string, input: ApplyInput): ReturnType<Changes['apply']> {
    try {
      return await this.parts.changes.apply(principal, change_id, input);
    } catch (error) {
      throw adapterFailure(error);
    }
  }

  discard(
    principal: Principal,
    change_id: string,
    options: { readonly force: boolean },
  ): Promise<ChangeView> {
    return this.parts.changes.discard(principal, change_id, options);
  }

  /** By full key, or by the name without the vendor's prefix; only features of the family's own area. */
  #feature({ vendor, area }: FeaturePath, name: string): StagedFeature {
    const found = this.parts.features.values.find(
      (feature) =>
        feature.vendor === vendor.id &&
        feature.area === area &&
        (feature.key === name || featureName(vendor, feature.key) === name),
    );
    if (!found) throw notFound();
    return found;
  }
}
