import { type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Controllers } from '@patchbay/module-inventory/contract';
import {
  adapterFailure,
  featureName,
  objectId,
  type StagedFeature,
  type VendorValue,
} from '@patchbay/vendor-kit';
import type { Families, FeaturePath, FeaturePathParameters } from './families.ts';

/** A page of live objects, and the id by which a write names each of them; null where it is the only one of its kind. */
export interface LivePage extends Page<VendorValue> {
  readonly target_ids: readonly (string | null)[];
}

/** Objects on a controller right now, as its vendor spells them. */
export class LiveObjects extends Service<{
  families: Families;
  features: Contributions<StagedFeature>;
  controllers: Pick<Controllers, 'open'>;
}> {
  async list(
    principal: Principal,
    path: FeaturePathParameters & { readonly feature: string },
    query: PageQuery,
  ): Promise<LivePage> {
    const place = await this.parts.families.place(principal, path);
    const feature = featureName(place.vendor, path.feature);
    if (this.#areaOf(place, feature) !== place.area) throw notFound();
    const values = await this.#read(principal, path.controller_id, feature);
    if (values === null) throw notFound();
    const found = query.search ? values.filter(contains(query.search)) : values;
    const from = (query.page - 1) * query.per_page;
    const shown = found.slice(from, from + query.per_page);
    return {
      ...pageOf(shown, found.length, query),
      target_ids: shown.map((value) => objectId(place.vendor, feature, value) || null),
    };
  }

  /** The feature's area (`network.vlan` is of `switch-advanced`); read-only ones go by their name. */
  #areaOf({ vendor }: FeaturePath, name: string): string | undefined {
    const declared = this.parts.features.values.find(
      (feature) => feature.vendor === vendor.id && featureName(vendor, feature.key) === name,
    );
    return declared?.area ?? name.split('.')[0];
  }

  async #read(
    principal: Principal,
    controller_id: string,
    feature: string,
  ): Promise<readonly VendorValue[] | null> {
    try {
      const { session } = await this.parts.controllers.open(principal, controller_id);
      return await session.list(feature);
    } catch (error) {
      throw adapterFailure(error);
    }
  }
}

const contains = (search: string): ((value: VendorValue) => boolean) => {
  const wanted = search.toLowerCase();
  return (value) =>
    Object.values(value).some(
      (field) => typeof field !== 'object' && String(field).toLowerCase().includes(wanted),
    );
};
