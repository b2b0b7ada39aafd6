import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Apart from the rule, so that counting does not change it; `id` is the rule's. */
export const AutomationCounter = defineTable('automation_counters', {
  columns: { ...tenantColumns, conditions_failed: p.bigint('number').defaultRaw('0') },
  lock: rowSecurity('automation_counters', null),
});
