import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { DeadLetter, RunStatus, StepRecord } from '@patchbay/runs';

export const ConnectionRun = defineTable('connection_runs', {
  columns: {
    ...tenantColumns,
    connection_id: p.uuid(),
    event_id: p.uuid().nullable(),
    is_test: p.boolean().default(false),
    shadow: p.boolean().default(false),
    status: p.string().$type<RunStatus>(),
    reason: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    steps: p.json().$type<readonly StepRecord[]>().defaultRaw("'[]'"),
    /** Payload of a test; other runs read their event. */
    trigger: p.json().$type<Readonly<Record<string, unknown>>>().nullable(),
    author_id: p.uuid().nullable(),
    /** Steps as they were when the run began; gone when it has ended. */
    sealed_plan: p.string().nullable(),
    /** Hidden params of the record, for their author; outlives the run. */
    sealed_records: p.string().nullable(),
    /** Fences writes: only the holder of the newest claim may go on. */
    claim_id: p.uuid().nullable(),
    /** Count of claims. */
    claims: p.integer().default(0),
    lease_until: timestamp().nullable(),
    rerun_of: p.uuid().nullable(),
    /** A step is tried again then. */
    not_before: timestamp().nullable(),
    dead_letter: p.string().$type<DeadLetter>().nullable(),
  },
  lock: rowSecurity('connection_runs', null),
  constraints: [
    `check (dead_letter in ('open', 'replayed', 'dismissed'))`,
    `check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'))`,
    'foreign key (connection_id) references connections (id)',
  ],
  indexes: [
    'create index connection_runs_newest on connection_runs (connection_id, id desc)',
    `create index connection_runs_open on connection_runs (connection_id, id) where status in ('queued', 'running')`,
    `create unique index connection_runs_event on connection_runs (connection_id, event_id)
      where not is_test and rerun_of is null`,
    `create index connection_runs_running on connection_runs (connection_id) where status = 'running'`,
    `create index connection_runs_dead on connection_runs (organization_id, id desc) where dead_letter = 'open'`,
    `create index connection_runs_ended on connection_runs (connection_id, id desc)
      where not is_test and status in ('succeeded', 'failed')`,
  ],
});
