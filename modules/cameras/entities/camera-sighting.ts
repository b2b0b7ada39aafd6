import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** When it was told last what a camera saw; its id is the device's. */
export const CameraSighting = defineEntity({
  name: 'CameraSighting',
  tableName: 'camera_sightings',
  properties: {
    ...tenantProperties,
    motion_told_at: timestamp().nullable(),
    person_told_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    camera_sightings: InferKyselyTable<typeof CameraSighting>;
  }
}
