import { type Database, sql, storable } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { objectId, type Snapshot, type Vendor, type VendorValue } from '@patchbay/module-gateway/contract';
import { v7 as uuidv7 } from 'uuid';
import type { ControllerView } from '../contract.ts';
import { valueHash } from './value-hash.ts';

interface SeenObject {
  readonly feature: string;
  readonly external_id: string;
  readonly value: VendorValue;
  readonly hash: string;
}

const PER_STATEMENT = 1_000;
const MOST_OBJECTS = 100_000;
/** No change can name a longer one as its target, and an index could not hold it. */
const MOST_ID = 512;

/** Keeps the configuration objects of a snapshot; values that did not change are not written again. */
export async function writeObjects(
  database: Database,
  principal: Principal,
  controller: ControllerView,
  vendor: Pick<Vendor, 'identify'>,
  objects: Snapshot['objects'],
): Promise<void> {
  const known = await knownObjects(database, principal, controller.id);
  const written: SeenObject[] = [];
  for (const seen of objectsOf(vendor, objects)) {
    const key = keyOf(seen);
    const before = known.get(key);
    known.delete(key);
    if (before?.hash !== seen.hash) written.push(seen);
  }
  const gone = [...known.values()].map(({ id }) => id);
  for (let from = 0; from < written.length; from += PER_STATEMENT)
    await upsert(database, principal, controller, written.slice(from, from + PER_STATEMENT));
  if (gone.length > 0)
    await database.write(principal, async ({ sql: db }) => {
      await sql`delete from controller_objects where id = any (${gone}::uuid[])`.execute(db);
    });
}

const keyOf = ({
  feature,
  external_id,
}: {
  readonly feature: string;
  readonly external_id: string;
}): string => `${feature}\n${external_id}`;

function* objectsOf(vendor: Pick<Vendor, 'identify'>, objects: Snapshot['objects']): Iterable<SeenObject> {
  let count = 0;
  for (const [feature, values] of Object.entries(objects)) {
    for (const value of values) {
      count += 1;
      if (count > MOST_OBJECTS) return;
      const kept = storable(value);
      const hash = valueHash(JSON.stringify(kept));
      yield { feature, external_id: idOf(vendor, feature, kept), value: kept, hash };
    }
  }
}

/** Ids too long to keep differ by their hash. */
function idOf(vendor: Pick<Vendor, 'identify'>, feature: string, value: VendorValue): string {
  const id = objectId(vendor, feature, value);
  return storable(id.length <= MOST_ID ? id : `${id.slice(0, MOST_ID - 32)} ${valueHash(id)}`);
}

async function knownObjects(database: Database, principal: Principal, controller_id: string) {
  const rows = await database.read(principal, ({ sql: db }) =>
    db
      .selectFrom('controller_objects')
      .select(['id', 'feature', 'external_id', 'hash'])
      .where('controller_id', '=', controller_id)
      .execute(),
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function upsert(
  database: Database,
  principal: Principal,
  { id: controller_id, organization_id, site_id }: ControllerView,
  seen: readonly SeenObject[],
): Promise<void> {
  const rows = seen.map((each) => ({ id: uuidv7(), ...each }));
  return database.write(principal, async ({ sql: db }) => {
    await sql`
      insert into controller_objects (id, organization_id, site_id, controller_id, feature, external_id, value, hash)
      select distinct on (feature, external_id)
             id, ${organization_id}::uuid, ${site_id}::uuid, ${controller_id}::uuid, feature, external_id, value, hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as seen (id uuid, feature text, external_id text, value jsonb, hash text)
      on conflict (controller_id, feature, external_id)
        do update set value = excluded.value, hash = excluded.hash, updated_at = now()`.execute(db);
  });
}
