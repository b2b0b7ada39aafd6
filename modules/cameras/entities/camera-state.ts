import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Latest published state of a camera; its id is the device's. */
export const CameraState = defineTable('camera_states', {
  columns: { ...tenantColumns, status: p.string() },
  lock: rowSecurity('camera_states', null),
});
