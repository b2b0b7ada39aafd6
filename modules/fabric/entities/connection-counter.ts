import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Apart from the Connection, so that counting does not change it; `id` is the Connection's. */
export const ConnectionCounter = defineTable('connection_counters', {
  columns: { ...tenantColumns, conditions_failed: p.bigint('number').defaultRaw('0') },
  lock: rowSecurity('connection_counters', null),
});
