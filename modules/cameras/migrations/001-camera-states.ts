import { migration, tenantTable } from '@patchbay/kernel/database';

export const cameraStates = migration(
  'cameras.001-camera-states',
  tenantTable('camera_states', { softDelete: false, siteColumn: null, columns: ['status text not null'] }),
  `create index devices_cameras on devices (organization_id) where kind = 'camera' and deleted_at is null`,
);
