import { defineTable, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** When the pools of a controller are due to be read again; its id is the controller's. */
export const PoolLook = defineTable('storage_pool_looks', {
  columns: {
    ...tenantColumns,
    /** Set ahead by the process that claims the look, which is void once another value stands here. */
    ask_after: timestamp(),
  },
  lock: rowSecurity('storage_pool_looks', null),
});
