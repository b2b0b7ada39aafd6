import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Apart from the rule, so that counting does not change it; `id` is the rule's. */
export const AutomationCounter = defineEntity({
  name: 'AutomationCounter',
  tableName: 'automation_counters',
  properties: { ...tenantProperties, conditions_failed: p.integer() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    automation_counters: InferKyselyTable<typeof AutomationCounter>;
  }
}
