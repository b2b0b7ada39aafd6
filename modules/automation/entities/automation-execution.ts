import { defineTable, p, rowSecurity, timestamp } from '@patchbay/kernel/database';
import { runTableColumns, runTableConstraints } from '@patchbay/runs';

export const AutomationExecution = defineTable('automation_executions', {
  columns: {
    ...runTableColumns,
    rule_id: p.uuid(),
    /** The event's; site grants narrow who sees it. */
    site_id: p.uuid().nullable(),
    /** The tick of a schedule. */
    scheduled_for: timestamp().nullable(),
  },
  lock: rowSecurity(
    'automation_executions',
    'site_id',
    'select, insert, update, delete',
    'organization_id',
    true,
  ),
  constraints: [...runTableConstraints, 'foreign key (rule_id) references automation_rules (id)'],
  indexes: [
    `create unique index automation_executions_event on automation_executions (rule_id, event_id)
      where not is_test and rerun_of is null`,
    `create unique index automation_executions_tick on automation_executions (rule_id, scheduled_for)
      where not is_test and rerun_of is null`,
    'create index automation_executions_newest on automation_executions (organization_id, id desc)',
    'create index automation_executions_of_rule on automation_executions (rule_id, id desc)',
    `create index automation_executions_open on automation_executions (rule_id, id)
      where status in ('queued', 'running')`,
    `create index automation_executions_dead on automation_executions (organization_id, id desc)
      where dead_letter = 'open'`,
    'create index automation_executions_ended on automation_executions (finished_at) where finished_at is not null',
  ],
});
