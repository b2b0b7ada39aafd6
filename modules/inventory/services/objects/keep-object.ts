import type { UnitOfWork } from '@patchbay/kernel/database';
import type { Vendor, VendorValue } from '@patchbay/vendor-kit';
import { networkFeatures, publishNetworkChanges } from '../syncs/network-changes.ts';
import { keptObject } from './kept-objects.ts';
import { networkObjects, upsert } from './object-writes.ts';

interface Place {
  readonly controller_id: string;
  readonly site_id: string;
}

interface ReadBack {
  readonly feature: string;
  readonly external_id: string;
  /** Null when it is gone. */
  readonly value: VendorValue | null;
}

/** Keeps one object as an apply read it back, and publishes the change of VLANs and wireless networks. */
export async function keepObject(
  work: UnitOfWork,
  vendor: Vendor | undefined,
  place: Place,
  { feature, external_id, value }: ReadBack,
): Promise<void> {
  const tells = vendor !== undefined && networkFeatures(vendor).has(feature);
  const before = tells ? await networkObjects(work, place.controller_id, vendor) : {};
  if (value === null) await forget(work, place.controller_id, feature, external_id);
  else await upsert(work, place, [keptObject(feature, external_id, value)]);
  if (!tells) return;
  const after = await networkObjects(work, place.controller_id, vendor);
  publishNetworkChanges(work, vendor, place, { before, after });
}

async function forget(
  { sql: db }: UnitOfWork,
  controller_id: string,
  feature: string,
  external_id: string,
): Promise<void> {
  await db
    .deleteFrom('controller_objects')
    .where('controller_id', '=', controller_id)
    .where('feature', '=', feature)
    .where('external_id', '=', external_id)
    .execute();
}
