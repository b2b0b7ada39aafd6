import { type Database, exempt, sql } from '@patchbay/kernel/database';

const trimExemption = exempt('alerts.trim', 'alerts of all organizations that were resolved long ago go');

const KEPT_DAYS = 180;
const MOST_AT_ONCE = 10_000;

export class AlertTrimming {
  readonly #database: Pick<Database, 'asSystem'>;

  constructor(database: Pick<Database, 'asSystem'>) {
    this.#database = database;
  }

  trim(): Promise<void> {
    return this.#database.asSystem(trimExemption, async (db) => {
      await sql`
        delete from alerts where id in (
          select id from alerts
          where status = 'resolved' and resolved_at < now() - make_interval(days => ${KEPT_DAYS}::integer)
          limit ${MOST_AT_ONCE}::integer)`.execute(db);
    });
  }
}
