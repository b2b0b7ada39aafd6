import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Event subscription at a controller of cameras; its id is the controller's. */
export const CameraSubscription = defineTable('camera_subscriptions', {
  columns: {
    ...tenantColumns,
    /** As the controller named it; null before the first one, and when the last was lost. */
    subscription: p.string().nullable(),
    /** One process at a time asks. */
    claimed_until: timestamp(),
    ask_after: timestamp().defaultRaw('now()'),
    last_error: p.string().nullable(),
  },
  lock: rowSecurity('camera_subscriptions', null),
});
