import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Executions of a rule that failed one after another; `id` is the rule's. */
export const AutomationFailure = defineTable('automation_failures', {
  columns: { ...tenantColumns, in_a_row: p.integer().default(0) },
  lock: rowSecurity('automation_failures', null),
});
