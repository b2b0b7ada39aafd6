import { defineTable, p, rowSecurity } from '@patchbay/kernel/database';
import { runTableColumns, runTableConstraints } from '@patchbay/runs';

export const ConnectionRun = defineTable('connection_runs', {
  columns: {
    ...runTableColumns,
    connection_id: p.uuid(),
  },
  lock: rowSecurity('connection_runs', null),
  constraints: [...runTableConstraints, 'foreign key (connection_id) references connections (id)'],
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
