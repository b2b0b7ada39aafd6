import { migration, tenantTable } from '@patchbay/kernel/database';

/** Run modes with bounds, retries, reruns, dead letters and rate limits. */
export const createRunPolicies = migration(
  'fabric.002-run-policies',
  `alter table connections drop constraint connections_mode_check,
     add constraint connections_mode_check check (mode in ('single', 'queued', 'parallel')),
     add column max_parallel integer check (max_parallel between 1 and 32),
     add column max_runs_per_minute integer check (max_runs_per_minute >= 1)`,
  `alter table connection_runs
     add column rerun_of uuid,
     add column not_before timestamptz,
     add column dead_letter text check (dead_letter in ('open', 'replayed', 'dismissed'))`,
  'drop index connection_runs_event',
  `create unique index connection_runs_event on connection_runs (connection_id, event_id)
     where not is_test and rerun_of is null`,
  `create index connection_runs_running on connection_runs (connection_id) where status = 'running'`,
  `create index connection_runs_dead on connection_runs (organization_id, id desc) where dead_letter = 'open'`,
  tenantTable('connection_effects', {
    softDelete: false,
    siteColumn: null,
    columns: ['change_id uuid', 'feature text'],
  }),
  'create index connection_effects_age on connection_effects (created_at)',
  tenantTable('connection_gates', {
    softDelete: false,
    siteColumn: null,
    columns: [
      'window_started_at timestamptz not null',
      'admitted integer not null default 0',
      'tripped_at timestamptz',
      'refused_at timestamptz',
      'is_announced boolean not null default false',
    ],
  }),
);
