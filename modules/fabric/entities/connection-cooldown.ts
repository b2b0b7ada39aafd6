import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Until when a Connection rests; `id` is the Connection's. */
export const ConnectionCooldown = defineTable('connection_cooldowns', {
  columns: { ...tenantColumns, event_id: p.uuid(), rests_until: timestamp() },
  lock: rowSecurity('connection_cooldowns', null),
});
