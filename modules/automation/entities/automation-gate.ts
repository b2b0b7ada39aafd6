import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Executions of a rule in its current minute, and whether those were too many; `id` is the rule's. */
export const AutomationGate = defineTable('automation_gates', {
  columns: {
    ...tenantColumns,
    window_started_at: timestamp(),
    admitted: p.integer().default(0),
    tripped_at: timestamp().nullable(),
    refused_at: timestamp().nullable(),
    is_announced: p.boolean().default(false),
  },
  lock: rowSecurity('automation_gates', null),
});
