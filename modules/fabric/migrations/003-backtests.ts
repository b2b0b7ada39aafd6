import { migration, tenantTable } from '@patchbay/kernel/database';

/** Drafts tried on the events of the past; a backtest goes through the log in slices and keeps its place. */
export const createBacktests = migration(
  'fabric.003-backtests',
  tenantTable('connection_backtests', {
    softDelete: false,
    siteColumn: null,
    columns: [
      'author_id uuid not null',
      'source_event text not null',
      'conditions jsonb',
      'cooldown_seconds integer not null',
      'max_runs_per_minute integer',
      'sealed_steps text not null',
      'days integer not null check (days between 1 and 30)',
      `status text not null check (status in ('queued', 'running', 'succeeded', 'failed'))`,
      'reason text',
      'since timestamptz not null',
      'at_cursor bigint',
      'to_cursor bigint',
      'events_in_all integer',
      'is_truncated boolean not null default false',
      `state jsonb not null default '{}'`,
      `runs jsonb not null default '[]'`,
      'started_at timestamptz',
      'finished_at timestamptz',
    ],
  }),
  `create index connection_backtests_open on connection_backtests (organization_id) where finished_at is null`,
);
