import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** What was told last of a camera; its id is the device's. */
export const CameraState = defineTable('camera_states', {
  columns: { ...tenantColumns, status: p.string() },
  lock: rowSecurity('camera_states', null),
});
