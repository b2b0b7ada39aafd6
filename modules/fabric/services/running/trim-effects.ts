import { type Database, exempt, sql } from '@patchbay/kernel/database';

const trimExemption = exempt(
  'fabric.trim-effects',
  'staged writes of runs of all organizations are forgotten when no run can come back to them',
);

/** Longer than any run waits, whatever its retries. */
const KEPT_DAYS = 60;
const MAX_AT_ONCE = 50_000;

/** Effects are kept so that a step which is carried out again finds them; runs end long before these go. */
export const trimEffects = (database: Pick<Database, 'asSystem'>): Promise<void> =>
  database.asSystem(trimExemption, async (db) => {
    await sql`
      delete from connection_effects where id in (
        select id from connection_effects where created_at < now() - make_interval(days => ${KEPT_DAYS}::integer)
        limit ${MAX_AT_ONCE}::integer)`.execute(db);
  });
