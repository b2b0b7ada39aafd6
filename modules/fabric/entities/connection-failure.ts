import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Runs of a Connection that failed one after another; `id` is the Connection's. */
export const ConnectionFailure = defineTable('connection_failures', {
  columns: { ...tenantColumns, in_a_row: p.integer().default(0) },
  lock: rowSecurity('connection_failures', null),
});
