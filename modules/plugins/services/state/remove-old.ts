import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';

const AT_ONCE = 10_000;
/** Of one table in one run; more than an hour can bring. */
const MAX_ROUNDS = 200;

/** Removes rows that are older than a week, in small steps, each in a transaction of its own. */
export async function removeOld(
  signal: AbortSignal,
  table: 'plugin_deliveries' | 'plugin_emissions',
  inUnit: (step: (db: Kysely<Tables>) => Promise<number>) => Promise<number>,
): Promise<void> {
  const step = async (db: Kysely<Tables>): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where created_at < now() - interval '7 days'
        order by created_at limit ${AT_ONCE}::integer)`.execute(db);
    return Number(numAffectedRows);
  };
  for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round += 1)
    if ((await inUnit(step)) < AT_ONCE) return;
}
