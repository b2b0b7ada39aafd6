// only: job
import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';

const forgetExemption = exempt(
  'example-module.forget',
  'example items of all organizations that were deleted long ago go, by age alone',
);

const KEPT_DAYS = 90;
const AT_ONCE = 1_000;
const MAX_ROUNDS = 200;

/** Erases example items 90 days after they were deleted, in small steps; what is left over follows the next night. */
export class Forgetting extends Service<{ database: Pick<Database, 'asSystem'> }> {
  async run(signal: AbortSignal): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round += 1)
      if ((await this.#step()) < AT_ONCE) return;
  }

  #step(): Promise<number> {
    return this.parts.database.asSystem(forgetExemption, async (db) => {
      const { numAffectedRows = 0n } = await sql`
        delete from example_items where id in (
          select id from example_items
          where deleted_at < now() - make_interval(days => ${KEPT_DAYS}::integer)
          limit ${AT_ONCE}::integer)`.execute(db);
      return Number(numAffectedRows);
    });
  }
}
