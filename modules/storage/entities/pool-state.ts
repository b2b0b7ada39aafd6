import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** State of a pool at its last reading, so that a change is published once. */
export const PoolState = defineTable('storage_pool_states', {
  columns: {
    ...tenantColumns,
    controller_id: p.uuid(),
    /** Empty for pools that all machines of the controller share. */
    node: p.string(),
    kind: p.string(),
    name: p.string(),
    status: p.string().$type<'healthy' | 'degraded' | 'unavailable'>(),
    /** Whether the capacity warning was published and usage has not fallen well below the threshold since. */
    is_full: p.boolean(),
    seen_at: timestamp(),
  },
  lock: rowSecurity('storage_pool_states', null),
  constraints: [
    `check (status in ('healthy', 'degraded', 'unavailable'))`,
    'unique (controller_id, node, kind, name)',
  ],
});
