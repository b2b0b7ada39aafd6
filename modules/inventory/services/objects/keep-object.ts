import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import type { Vendor, VendorValue } from '@patchbay/vendor-kit';
import { touching } from '../controllers/controller-view.ts';
import { networkFeatures, publishNetworkChanges } from '../syncs/network-changes.ts';
import { keptObject } from './kept-objects.ts';
import { networkObjects, upsert } from './object-writes.ts';

interface Place {
  readonly controller_id: string;
  readonly site_id: string;
}

export interface ReadBack {
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

/**
 * The same for features that no event tells of, by statements that travel with COMMIT. Answers, once the unit has
 * ended, whether the controller was still there.
 */
export function keepUnpublished(
  work: UnitOfWork,
  controller_id: string,
  { feature, external_id, value }: ReadBack,
): () => boolean {
  const { sql: db, organization_id } = work;
  if (value === null) {
    // The first waits for a sync that holds the controller; the second sees the rows of that sync.
    const held = touching(db, controller_id).returning('id');
    const forgotten = sql`
      delete from controller_objects o using controllers c
      where c.id = ${controller_id} and c.deleted_at is null and o.controller_id = c.id
        and o.feature = ${feature} and o.external_id = ${external_id}`;
    const found = work.withCommit(() => held.compile());
    work.withCommit(() => forgotten.compile(db));
    return () => found().length > 0;
  }
  const held = sql`with held as (${touching(db, controller_id).returning(['id', 'site_id'])})`;
  const { value: text, hash } = keptObject(feature, external_id, value);
  const written = sql`${held}
    insert into controller_objects (id, organization_id, site_id, controller_id, feature, external_id, value, hash)
    select ${newId()}::uuid, ${organization_id}::uuid, site_id, id, ${feature}, ${external_id},
      ${JSON.stringify(text)}::jsonb, ${hash}
    from held
    on conflict (controller_id, feature, external_id)
      do update set value = excluded.value, hash = excluded.hash, updated_at = now()
    returning id`;
  const kept = work.withCommit(() => written.compile(db));
  return () => kept().length > 0;
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
