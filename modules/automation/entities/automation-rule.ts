import {
  defineTable,
  organizationRows,
  p,
  rowSecurity,
  softDeletedColumns,
  timestamp,
} from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { TriggerConfig, TriggerType } from '../services/intake/trigger.ts';

export const AutomationRule = defineTable('automation_rules', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    trigger_type: p.string().$type<TriggerType>(),
    trigger_config: p.json().$type<TriggerConfig>(),
    conditions: p.json().$type<Conditions>().nullable(),
    /** Params of actions may hold credentials of other systems. */
    sealed_actions: p.string(),
    max_runs_per_minute: p.integer().nullable(),
    is_enabled: p.boolean().default(true),
    /** Its executions have no effects. */
    shadow: p.boolean().default(false),
    author_id: p.uuid(),
    paused_reason: p.string().nullable(),
    /** Next tick of a schedule; null while the rule does not wait for one. */
    next_fire_at: timestamp().nullable(),
  },
  lock: [rowSecurity('automation_rules', null), organizationRows('automation_rules')],
  constraints: ['check (max_runs_per_minute >= 1)', `check (trigger_type in ('event', 'schedule'))`],
  indexes: [
    'create index automation_rules_listed on automation_rules (organization_id, created_at desc, id desc) where deleted_at is null',
    `create index automation_rules_due on automation_rules (next_fire_at)
      where next_fire_at is not null and is_enabled and paused_reason is null and deleted_at is null`,
  ],
});
