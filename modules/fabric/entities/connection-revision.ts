import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Rises in the transaction of every change to a Connection of the organization, whose id this row bears. */
export const ConnectionRevision = defineTable('connection_revisions', {
  columns: { ...tenantColumns, revision: p.bigint('number') },
  lock: rowSecurity('connection_revisions', null),
});
