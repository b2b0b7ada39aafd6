import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Executions of a rule that failed one after another; `id` is the rule's. */
export const AutomationFailure = defineEntity({
  name: 'AutomationFailure',
  tableName: 'automation_failures',
  properties: { ...tenantProperties, in_a_row: p.integer() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    automation_failures: InferKyselyTable<typeof AutomationFailure>;
  }
}
