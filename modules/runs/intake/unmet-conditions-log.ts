import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import type { Misses, Wired } from './match-events.ts';

/** Detail kept per Connection (DECISIONS 27). */
const MAX_DETAILS = 1_000;
const trimExemption = exempt(
  'fabric.trim-misses',
  'old detail of failed conditions of all organizations is dropped',
);

/** Tables of misses and their counts, and the column of their owner. */
export interface MissTables {
  readonly misses: string;
  readonly counters: string;
  readonly owner: string;
}

/** Counts failed conditions, each batch once, however often it is repeated. */
export async function recordMisses(
  db: Kysely<Tables>,
  misses: readonly Misses<Wired>[],
  first_cursor: number,
  tables: MissTables,
): Promise<void> {
  if (misses.length === 0) return;
  const rows = misses.map(({ owner: { id, organization_id }, missed, details }) => ({
    id: newId(),
    organization_id,
    owner_id: id,
    missed,
    details,
  }));
  const owner = sql.ref(tables.owner);
  await sql`
    with noted as (
      insert into ${sql.table(tables.misses)} (id, organization_id, ${owner}, first_cursor, missed, details)
      select m.id, m.organization_id, m.owner_id, ${first_cursor}::bigint, m.missed, m.details
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as m(id uuid, organization_id uuid, owner_id uuid, missed integer, details jsonb)
      order by m.owner_id
      on conflict (${owner}, first_cursor) do nothing
      returning ${owner} as owner_id, organization_id, missed)
    insert into ${sql.table(tables.counters)} as c (id, organization_id, conditions_failed)
    select owner_id, organization_id, missed from noted order by owner_id
    on conflict (id) do update set conditions_failed = c.conditions_failed + excluded.conditions_failed`.execute(
    db,
  );
}

/** Keeps what holds the last 1,000 of each Connection. */
export const trimMisses = (
  database: Pick<Database, 'asSystem'>,
  { misses, owner }: MissTables,
): Promise<void> =>
  database.asSystem(trimExemption, async (db) => {
    await sql`
      delete from ${sql.table(misses)} where id in (
        select id from (
          select id, sum(missed) over (partition by ${sql.ref(owner)} order by first_cursor desc) - missed as newer
          from ${sql.table(misses)}) m
        where newer >= ${MAX_DETAILS})`.execute(db);
  });
