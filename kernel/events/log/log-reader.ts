import { Service } from '../../di/index.ts';
import { type Database, exempt, sql } from '../../infrastructure/database/index.ts';
import type { LoggedEvent } from '../define-event.ts';

const readExemption = exempt(
  'events.read',
  'hands numbered events of all organizations to listeners, which filter',
);

const COLUMNS = sql.raw(
  'id, cursor, organization_id, site_id, event_type, category, priority, payload, causation, occurred_at',
);

/** Reads the log by cursor, across organizations; listeners narrow to what their readers may see. */
export class LogReader extends Service<{ database: Database }> {
  /** Events with `after < cursor <= to`, oldest first, at most `most`. */
  async between(after: number, to: number, most: number): Promise<readonly LoggedEvent[]> {
    return this.parts.database.onceAsSystem(readExemption, async (db) => {
      const { rows } = await sql<LoggedEvent>`
        select ${COLUMNS} from event_log where cursor > ${after} and cursor <= ${to}
        order by cursor limit ${most}`.execute(db);
      return rows;
    });
  }

  /** The highest cursor given so far. */
  async head(): Promise<number> {
    return this.parts.database.onceAsSystem(readExemption, async (db) => {
      const { rows } = await sql<{ last_cursor: number }>`select last_cursor from event_head`.execute(db);
      return rows[0]?.last_cursor ?? 0;
    });
  }
}
