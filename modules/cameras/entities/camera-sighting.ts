import { defineTable, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Time of a camera's latest published sighting; its id is the device's. */
export const CameraSighting = defineTable('camera_sightings', {
  columns: {
    ...tenantColumns,
    motion_told_at: timestamp().nullable(),
    person_told_at: timestamp().nullable(),
  },
  lock: rowSecurity('camera_sightings', null),
});
