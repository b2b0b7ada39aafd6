import { migration } from '@patchbay/kernel/database';

/** Shadows, retries, dead letters and reruns, as runs of Connections have them. */
export const createExecutionPolicies = migration(
  'automation.004-run-policies',
  'alter table automation_rules add column shadow boolean not null default false',
  `alter table automation_executions
     add column shadow boolean not null default false,
     add column rerun_of uuid,
     add column not_before timestamptz,
     add column dead_letter text check (dead_letter in ('open', 'replayed', 'dismissed'))`,
  'drop index automation_executions_event',
  'drop index automation_executions_tick',
  `create unique index automation_executions_event on automation_executions (rule_id, event_id)
     where not is_test and rerun_of is null`,
  `create unique index automation_executions_tick on automation_executions (rule_id, scheduled_for)
     where not is_test and rerun_of is null`,
  `create index automation_executions_dead on automation_executions (organization_id, id desc)
     where dead_letter = 'open'`,
  'drop trigger automation_rules_revision on automation_rules',
  `create trigger automation_rules_revision after insert or update of name, trigger_type, trigger_config, conditions,
     max_runs_per_minute, is_enabled, shadow, author_id, paused_reason, deleted_at on automation_rules
     for each row execute function raise_automation_revision()`,
);
