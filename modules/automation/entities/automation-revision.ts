import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Rises in the transaction of every change to a rule of the organization, whose id this row bears. */
export const AutomationRevision = defineTable('automation_revisions', {
  columns: { ...tenantColumns, revision: p.bigint('number') },
  lock: rowSecurity('automation_revisions', null),
});
