import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';

const trimExemption = exempt('alerts.trim', 'alerts of all organizations that were resolved long ago go');

const KEPT_DAYS = 180;
const MAX_AT_ONCE = 10_000;
const MAX_ROUNDS = 200;

export class AlertTrimming extends Service<{ database: Pick<Database, 'asSystem'> }> {
  /** In small steps, each in a transaction of its own. */
  async trim(signal: AbortSignal): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round += 1)
      if ((await this.#trimSome()) < MAX_AT_ONCE) return;
  }

  #trimSome(): Promise<number> {
    return this.parts.database.asSystem(trimExemption, async (db) => {
      const { numAffectedRows = 0n } = await sql`
        delete from alerts where id in (
          select id from alerts
          where status = 'resolved' and resolved_at < now() - make_interval(days => ${KEPT_DAYS}::integer)
          limit ${MAX_AT_ONCE}::integer)`.execute(db);
      return Number(numAffectedRows);
    });
  }
}
