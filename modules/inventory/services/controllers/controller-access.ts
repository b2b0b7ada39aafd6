import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ControllerTarget, Vendor, VendorSession, VendorValue } from '@patchbay/vendor-kit';
import type { Controllers, ControllerView, FoundController } from '../../contract.ts';
import { vendorUnavailable } from '../../errors.ts';
import { useCredential } from '../credentials/credential-hosts.ts';
import type { Credentials, OpenCredential } from '../credentials/credentials.ts';
import { keepObject, keepUnpublished, type ReadBack } from '../objects/keep-object.ts';
import { networkFeatures } from '../syncs/network-changes.ts';
import { type CertificatePins, waitsForPin } from './certificate-pins.ts';
import type { ControllerBulkheads } from './controller-bulkheads.ts';
import { type ControllerRow, controllerAtSite, controllers, touchController } from './controller-view.ts';

/** Controllers for other modules: their facts, and conversations with them. */
export class ControllerAccess
  extends Service<{
    database: Database;
    credentials: Pick<Credentials, 'open'>;
    vendors: Contributions<Vendor>;
    bulkheads: ControllerBulkheads;
    pins: Pick<CertificatePins, 'pin'>;
  }>
  implements Controllers
{
  async get(principal: Principal, controller_id: string): Promise<ControllerView> {
    return viewOf(await this.parts.database.read(principal, (unit) => controllers.get(unit, controller_id)));
  }

  open(principal: Principal, controller_id: string, options?: OpenOptions): Promise<OpenController> {
    return this.openWith(principal, controller_id, undefined, options);
  }

  /** The same with another sign-in than the controller's own, to try it out. */
  async openWith(
    principal: Principal,
    controller_id: string,
    credential_id: string | undefined,
    options?: OpenOptions,
  ): Promise<OpenController> {
    const found = await this.find(principal, controller_id, credential_id);
    return { controller: found.controller, session: await found.open(options) };
  }

  async find(principal: Principal, controller_id: string, credential_id?: string): Promise<FoundController> {
    const [row, credential] = await this.parts.database.read(principal, async (unit) => {
      const found = await controllerAtSite(unit, controller_id);
      return [found, await this.#signIn(unit, credential_id ?? found.credential_id, found)] as const;
    });
    return {
      controller: viewOf(row),
      open: async ({ contact, through } = {}) => {
        const mayContact = contact !== false && waitsForPin(row);
        const tls = mayContact
          ? await this.parts.bulkheads.of(row.id).run(() => this.parts.pins.pin(row))
          : row.tls;
        return this.#connect({ ...row, tls }, credential, { site: row.site, through });
      },
    };
  }

  /** Binds another sign-in than the controller's own to its host, for it is about to be sent there. */
  adopt(principal: Principal, controller_id: string, credential_id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const row = await controllers.get(work, controller_id);
      if (row.credential_id !== credential_id) await useCredential(work, credential_id, row);
    });
  }

  synced(
    principal: Principal,
    controller_id: string,
    feature: string,
    target_id: string,
  ): Promise<VendorValue | null> {
    return this.parts.database.read(principal, async ({ sql: db }) => {
      const row = await db
        .selectFrom('controller_objects')
        .select('value')
        .where('controller_id', '=', controller_id)
        .where('feature', '=', feature)
        .where('external_id', '=', target_id)
        .executeTakeFirst();
      return row?.value ?? null;
    });
  }

  remember(
    principal: Principal,
    controller_id: string,
    feature: string,
    target_id: string,
    value: VendorValue | null,
  ): Promise<void> {
    const seen = { feature, external_id: target_id, value };
    const isPublished = this.parts.vendors.values.some((vendor) => networkFeatures(vendor).has(feature));
    if (!isPublished) return this.#keepUnpublished(principal, controller_id, seen);
    return this.parts.database.write(principal, async (work) => {
      const { site_id, vendor } = await touchController(work, controller_id);
      const family = this.parts.vendors.values.find(({ id }) => id === vendor);
      await keepObject(work, family, { controller_id, site_id }, seen);
    });
  }

  async #keepUnpublished(principal: Principal, controller_id: string, seen: ReadBack): Promise<void> {
    const isThere = await this.parts.database.write(principal, async (work) =>
      keepUnpublished(work, controller_id, seen),
    );
    if (!isThere()) throw notFound();
  }

  async #signIn(
    unit: UnitOfWork,
    credential_id: string | null,
    to: ControllerRow,
  ): Promise<OpenCredential | null> {
    return credential_id === null ? null : this.parts.credentials.open(unit, credential_id, to);
  }

  #connect(
    { id, vendor, url, tls }: ControllerRow,
    credential: OpenCredential | null,
    { site, through }: Surroundings,
  ): VendorSession {
    const family = this.parts.vendors.values.find((each) => each.id === vendor);
    if (!family) throw vendorUnavailable();
    const guard = <T>(exchange: () => Promise<T>): Promise<T> => this.parts.bulkheads.of(id).run(exchange);
    return family.connect({
      id,
      url,
      tls,
      credential,
      guard,
      ...(site ? { site } : {}),
      ...(through ? { through } : {}),
    });
  }
}

interface Surroundings {
  readonly site: ControllerTarget['site'] | null;
  readonly through: ControllerTarget['through'];
}

export interface OpenOptions {
  readonly contact?: false;
}

export interface OpenController {
  readonly controller: ControllerView;
  readonly session: VendorSession;
}

const viewOf = ({
  id,
  organization_id,
  site_id,
  vendor,
  name,
  url,
  status,
  version,
}: ControllerRow): ControllerView => ({
  id,
  organization_id,
  site_id,
  vendor,
  name,
  url,
  status,
  version,
});
