import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { DeadLetter, RunStatus, StepRecord } from '@patchbay/runs';

export const AutomationExecution = defineTable('automation_executions', {
  columns: {
    ...tenantColumns,
    rule_id: p.uuid(),
    event_id: p.uuid().nullable(),
    /** The event's; site grants narrow who sees it. */
    site_id: p.uuid().nullable(),
    /** The tick of a schedule. */
    scheduled_for: timestamp().nullable(),
    is_test: p.boolean().default(false),
    shadow: p.boolean().default(false),
    status: p.string().$type<RunStatus>(),
    reason: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    steps: p.json().$type<readonly StepRecord[]>().defaultRaw("'[]'"),
    /** Payload of a test or a schedule; others read their event. */
    trigger: p.json().$type<Readonly<Record<string, unknown>>>().nullable(),
    author_id: p.uuid().nullable(),
    /** Actions as they were when it began; gone when it has ended. */
    sealed_plan: p.string().nullable(),
    /** Hidden params of the record, for their author; outlives the execution. */
    sealed_records: p.string().nullable(),
    /** Fences writes: only the holder of the newest claim may go on. */
    claim_id: p.uuid().nullable(),
    claims: p.integer().default(0),
    lease_until: timestamp().nullable(),
    rerun_of: p.uuid().nullable(),
    /** An action is tried again then. */
    not_before: timestamp().nullable(),
    dead_letter: p.string().$type<DeadLetter>().nullable(),
  },
  lock: rowSecurity(
    'automation_executions',
    'site_id',
    'select, insert, update, delete',
    'organization_id',
    true,
  ),
  constraints: [
    `check (dead_letter in ('open', 'replayed', 'dismissed'))`,
    `check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'))`,
    'foreign key (rule_id) references automation_rules (id)',
  ],
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
