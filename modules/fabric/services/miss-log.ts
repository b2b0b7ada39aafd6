import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { v7 as uuidv7 } from 'uuid';
import type { Misses } from './match-events.ts';

/** Detail kept per Connection (DECISIONS 27). */
const MOST_DETAILS = 1_000;
const trimExemption = exempt(
  'fabric.trim-misses',
  'old detail of failed conditions of all organizations is dropped',
);

/** Counts failed conditions, each batch once, however often it is repeated. */
export async function recordMisses(
  db: Kysely<Tables>,
  misses: readonly Misses[],
  first_cursor: number,
): Promise<void> {
  if (misses.length === 0) return;
  const rows = misses.map(({ connection, missed, details }) => ({
    id: uuidv7(),
    organization_id: connection.organization_id,
    connection_id: connection.id,
    missed,
    details,
  }));
  await sql`
    with noted as (
      insert into connection_misses (id, organization_id, connection_id, first_cursor, missed, details)
      select m.id, m.organization_id, m.connection_id, ${first_cursor}::bigint, m.missed, m.details
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as m(id uuid, organization_id uuid, connection_id uuid, missed integer, details jsonb)
      order by m.connection_id
      on conflict (connection_id, first_cursor) do nothing
      returning connection_id, organization_id, missed)
    insert into connection_counters as c (id, organization_id, conditions_failed)
    select connection_id, organization_id, missed from noted order by connection_id
    on conflict (id) do update set conditions_failed = c.conditions_failed + excluded.conditions_failed`.execute(
    db,
  );
}

/** Keeps what holds the last 1,000 of each Connection. */
export const trimMisses = (database: Pick<Database, 'asSystem'>): Promise<void> =>
  database.asSystem(trimExemption, async (db) => {
    await sql`
      delete from connection_misses where id in (
        select id from (
          select id, sum(missed) over (partition by connection_id order by first_cursor desc) - missed as newer
          from connection_misses) m
        where newer >= ${MOST_DETAILS})`.execute(db);
  });
