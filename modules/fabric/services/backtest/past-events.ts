import { sql, type Unit } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { BacktestState, PretendedRun } from './backtest-state.ts';

export const backtestColumns = [
  'id',
  'organization_id',
  'author_id',
  'source_event',
  'conditions',
  'cooldown_seconds',
  'max_runs_per_minute',
  'sealed_steps',
  'since',
  'at_cursor',
  'to_cursor',
  'state',
  'runs',
  'sealed_runs',
] as const;

export interface BacktestRow {
  readonly id: string;
  readonly organization_id: string;
  readonly author_id: string;
  readonly source_event: string;
  readonly conditions: Conditions | null;
  readonly cooldown_seconds: number;
  readonly max_runs_per_minute: number | null;
  readonly sealed_steps: string;
  readonly since: string;
  readonly at_cursor: number | null;
  readonly to_cursor: number | null;
  readonly state: Partial<BacktestState>;
  readonly runs: readonly PretendedRun[];
  readonly sealed_runs: string | null;
}

export interface PastRange {
  /** The place before the first event. */
  readonly before: number;
  readonly last: number;
  readonly events_in_all: number;
  readonly is_truncated: boolean;
}

/** A backtest looks at so many events at most, the newest. */
const MAX_EVENTS = 100_000;

export async function rangeOf(
  { sql: db, organization_id }: Unit,
  { since }: BacktestRow,
): Promise<PastRange> {
  const { rows } = await sql<{ first: number | null; last: number | null; within: number }>`
    select min(cursor) filter (where occurred_at >= ${since}::timestamptz) as first, max(cursor) as last,
      count(*) filter (where occurred_at >= ${since}::timestamptz) as within
    from (select cursor, occurred_at from event_log
          where organization_id = ${organization_id}::uuid and cursor is not null
          order by cursor desc limit ${MAX_EVENTS}) e`.execute(db);
  const { first = null, last = null, within = 0 } = rows[0] ?? {};
  return {
    before: first === null ? (last ?? 0) : first - 1,
    last: last ?? 0,
    events_in_all: within,
    is_truncated: within === MAX_EVENTS,
  };
}

/** Oldest first. */
export async function eventsAfter(
  { sql: db, organization_id }: Unit,
  { at_cursor, to_cursor, since }: BacktestRow,
  most: number,
): Promise<readonly LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select id, cursor, event_type, payload, causation, occurred_at from event_log
    where organization_id = ${organization_id}::uuid and cursor > ${at_cursor} and cursor <= ${to_cursor}
      and occurred_at >= ${since}::timestamptz
    order by cursor limit ${most}`.execute(db);
  return rows;
}
