import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** What was told last of a camera; its id is the device's. */
export const CameraState = defineEntity({
  name: 'CameraState',
  tableName: 'camera_states',
  properties: { ...tenantProperties, status: p.string() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    camera_states: InferKyselyTable<typeof CameraState>;
  }
}
