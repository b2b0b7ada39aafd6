import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** How many executions a rule was given in its current minute, and whether that was too many; `id` is the rule's. */
export const AutomationGate = defineEntity({
  name: 'AutomationGate',
  tableName: 'automation_gates',
  properties: {
    ...tenantProperties,
    window_started_at: timestamp(),
    admitted: p.integer(),
    tripped_at: timestamp().nullable(),
    refused_at: timestamp().nullable(),
    is_announced: p.boolean(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    automation_gates: InferKyselyTable<typeof AutomationGate>;
  }
}
