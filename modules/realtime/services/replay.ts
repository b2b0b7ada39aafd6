import { type Database, sql } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';

/** Most events replayed on one subscription; older ones are announced by a `gap` frame. */
export const MAX_REPLAYED = 1_000;

/** Cursors that a reader cannot be given, both included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface ReplayPage {
  readonly events: readonly LoggedEvent[];
  /** Up to this cursor the reader has everything, from here or from before. */
  readonly to: number;
  readonly gap: Gap | null;
}

/** Reads what a principal may see of the log after a cursor: the newest `MAX_REPLAYED` events, oldest first. */
export async function readSince(
  database: Database,
  principal: Principal,
  since: number,
): Promise<ReplayPage> {
  const { organization_id } = principal;
  const { rows, newest } = await database.read(principal, async (unit) => {
    const { rows } = await sql<LoggedEvent>`
      select id, cursor, organization_id, site_id, event_type, category, priority, payload, causation, occurred_at
      from event_log where organization_id = ${organization_id} and cursor > ${since}
      order by cursor desc limit ${MAX_REPLAYED + 1}`.execute(unit.sql);
    if (rows[0]) return { rows, newest: rows[0].cursor };
    const last = await sql<{ cursor: number }>`
      select cursor from event_log where organization_id = ${organization_id} and cursor is not null
      order by cursor desc limit 1`.execute(unit.sql);
    return { rows, newest: Math.min(since, last.rows[0]?.cursor ?? 0) };
  });
  const events = rows.slice(0, MAX_REPLAYED).reverse();
  const first = events[0];
  const gap = rows.length > MAX_REPLAYED && first ? { from: since + 1, to: first.cursor - 1 } : null;
  return { events, to: newest, gap };
}
