import { type Database, sql, storable, type UnitOfWork } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Snapshot, Vendor } from '@patchbay/vendor-kit';
import { networkFeatures, publishNetworkChanges } from '../syncs/network-changes.ts';
import { holdController, type Reading } from '../syncs/reading.ts';
import { type KeptObject, keptObjects, objectKey } from './kept-objects.ts';

interface KnownObject {
  readonly id: string;
  readonly feature: string;
}

/** Rows that one transaction writes. */
interface Part {
  readonly written: readonly KeptObject[];
  readonly gone: readonly KnownObject[];
  /** Whether VLANs or wireless networks may be among it. */
  readonly tellsNetworks: boolean;
}

const PER_STATEMENT = 1_000;

/**
 * Keeps the configuration objects of a snapshot; unchanged values are not written again. A feature that the
 * snapshot does not name was not read, so nothing of it is gone. False when the controller was written to since
 * it was read: then the next sync is newer than this one.
 */
export async function writeObjects(
  database: Database,
  principal: Principal,
  reading: Reading,
  vendor: Vendor | undefined,
  objects: Snapshot['objects'],
): Promise<boolean> {
  const known = await knownObjects(database, principal, reading.controller.id);
  const written: KeptObject[] = [];
  for (const seen of keptObjects(vendor ?? {}, objects)) {
    const key = objectKey(seen);
    const before = known.get(key);
    known.delete(key);
    if (before?.hash !== seen.hash) written.push(seen);
  }
  const gone = [...known.values()].filter(({ feature }) => Object.hasOwn(objects, feature));
  for (const part of partsOf(written, gone, networkFeatures(vendor ?? {}))) {
    const isKept = await database.write(principal, (work) => writePart(work, reading, vendor, objects, part));
    if (!isKept) return false;
  }
  return true;
}

/** Features of VLANs and wireless networks stand in one transaction with the events about them. */
function* partsOf(
  written: readonly KeptObject[],
  gone: readonly KnownObject[],
  networks: ReadonlySet<string>,
): Iterable<Part> {
  const isNetwork = ({ feature }: { readonly feature: string }): boolean => networks.has(feature);
  const first = { written: written.filter(isNetwork), gone: gone.filter(isNetwork), tellsNetworks: true };
  if (first.written.length + first.gone.length > 0) yield first;
  const others = written.filter((each) => !isNetwork(each));
  const lost = gone.filter((each) => !isNetwork(each));
  if (lost.length > 0) yield { written: [], gone: lost, tellsNetworks: false };
  for (let from = 0; from < others.length; from += PER_STATEMENT)
    yield { written: others.slice(from, from + PER_STATEMENT), gone: [], tellsNetworks: false };
}

async function writePart(
  work: UnitOfWork,
  reading: Reading,
  vendor: Vendor | undefined,
  objects: Snapshot['objects'],
  { written, gone, tellsNetworks }: Part,
): Promise<boolean> {
  const { site_id, is_touched } = await holdController(work, reading, 'share');
  if (is_touched) return false;
  const controller_id = reading.controller.id;
  if (tellsNetworks && vendor !== undefined && !reading.is_first) {
    const before = await networkObjects(work, controller_id, vendor);
    const after = { ...before, ...asKept(objects, networkFeatures(vendor)) };
    publishNetworkChanges(work, vendor, { controller_id, site_id }, { before, after });
  }
  for (let from = 0; from < written.length; from += PER_STATEMENT)
    await upsert(work, { controller_id, site_id }, written.slice(from, from + PER_STATEMENT));
  if (gone.length > 0)
    await sql`delete from controller_objects where id = any (${gone.map(({ id }) => id)}::uuid[])`.execute(
      work.sql,
    );
  return true;
}

/** The named features as they will be read back from the rows. */
const asKept = (objects: Snapshot['objects'], features: ReadonlySet<string>): Snapshot['objects'] =>
  Object.fromEntries(
    Object.entries(objects).flatMap(([feature, values]) =>
      features.has(feature) ? [[feature, values.map((value) => storable(value))] as const] : [],
    ),
  );

/** Kept objects of the features of VLANs and wireless networks. */
export async function networkObjects(
  { sql: db }: UnitOfWork,
  controller_id: string,
  vendor: Vendor,
): Promise<Snapshot['objects']> {
  const rows = await db
    .selectFrom('controller_objects')
    .select(['feature', 'value'])
    .where('controller_id', '=', controller_id)
    .where('feature', 'in', [...networkFeatures(vendor), ''])
    .orderBy('feature')
    .orderBy('external_id')
    .execute();
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ feature }) => feature)].map(
      ([feature, of]) => [feature, of.map(({ value }) => value)] as const,
    ),
  );
}

async function knownObjects(database: Database, principal: Principal, controller_id: string) {
  const rows = await database.read(principal, ({ sql: db }) =>
    db
      .selectFrom('controller_objects')
      .select(['id', 'feature', 'external_id', 'hash'])
      .where('controller_id', '=', controller_id)
      .execute(),
  );
  return new Map(rows.map((row) => [objectKey(row), row]));
}

/** Writes objects of one controller, whether they are known or not. */
export async function upsert(
  { sql: db, organization_id }: UnitOfWork,
  { controller_id, site_id }: { readonly controller_id: string; readonly site_id: string },
  seen: readonly KeptObject[],
): Promise<void> {
  const rows = seen.map((each) => ({ id: newId(), ...each }));
  await sql`
    insert into controller_objects (id, organization_id, site_id, controller_id, feature, external_id, value, hash)
    select distinct on (feature, external_id)
           id, ${organization_id}::uuid, ${site_id}::uuid, ${controller_id}::uuid, feature, external_id, value, hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as seen (id uuid, feature text, external_id text, value jsonb, hash text)
    on conflict (controller_id, feature, external_id)
      do update set value = excluded.value, hash = excluded.hash, updated_at = now()`.execute(db);
}
