import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { BacktestState, PretendedRun } from '../services/backtest/backtest-state.ts';

export type BacktestStatus = 'queued' | 'running' | 'succeeded' | 'failed';

export const ConnectionBacktest = defineEntity({
  name: 'ConnectionBacktest',
  tableName: 'connection_backtests',
  properties: {
    ...tenantProperties,
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
    at_cursor: p.integer().nullable(),
    to_cursor: p.integer().nullable(),
    events_in_all: p.integer().nullable(),
    /** There were more events than are looked at; the newest were. */
    is_truncated: p.boolean(),
    state: p.json().$type<Partial<BacktestState>>(),
    runs: p.json().$type<readonly PretendedRun[]>(),
    /** What `runs` hide of params, for the author. */
    sealed_runs: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_backtests: InferKyselyTable<typeof ConnectionBacktest>;
  }
}
