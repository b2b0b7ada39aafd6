import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters, timestamp } from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { TriggerConfig, TriggerType } from '../services/intake/trigger.ts';

export const AutomationRule = defineEntity({
  name: 'AutomationRule',
  tableName: 'automation_rules',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    trigger_type: p.string().$type<TriggerType>(),
    trigger_config: p.json().$type<TriggerConfig>(),
    conditions: p.json().$type<Conditions>().nullable(),
    /** Params of actions may hold credentials of other systems. */
    sealed_actions: p.string(),
    max_runs_per_minute: p.integer().nullable(),
    is_enabled: p.boolean(),
    author_id: p.uuid(),
    paused_reason: p.string().nullable(),
    /** Next tick of a schedule; null while the rule does not wait for one. */
    next_fire_at: timestamp().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    automation_rules: InferKyselyTable<typeof AutomationRule>;
  }
}
