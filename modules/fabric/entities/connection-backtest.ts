import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { BacktestState, PretendedRun } from '../services/backtest/backtest-state.ts';

export type BacktestStatus = 'queued' | 'running' | 'succeeded' | 'failed';

export const ConnectionBacktest = defineTable('connection_backtests', {
  columns: {
    ...tenantColumns,
    author_id: p.uuid(),
    source_event: p.string(),
    conditions: p.json().$type<Conditions>().nullable(),
    cooldown_seconds: p.integer(),
    max_runs_per_minute: p.integer().nullable(),
    sealed_steps: p.string(),
    days: p.integer(),
    status: p.string().$type<BacktestStatus>(),
    reason: p.string().nullable(),
    since: timestamp(),
    /** The last event looked at; null before the first slice. */
    at_cursor: p.bigint('number').nullable(),
    to_cursor: p.bigint('number').nullable(),
    events_in_all: p.integer().nullable(),
    /** There were more events than are looked at; the newest were. */
    is_truncated: p.boolean().default(false),
    state: p.json().$type<Partial<BacktestState>>().defaultRaw("'{}'"),
    runs: p.json().$type<readonly PretendedRun[]>().defaultRaw("'[]'"),
    /** Hidden params of `runs`, for the author. */
    sealed_runs: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  },
  lock: rowSecurity('connection_backtests', null),
  constraints: [
    'check (days between 1 and 30)',
    `check (status in ('queued', 'running', 'succeeded', 'failed'))`,
  ],
  indexes: [
    'create index connection_backtests_open on connection_backtests (organization_id) where finished_at is null',
  ],
});
