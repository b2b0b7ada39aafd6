import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { ARTIFACTS } from '@patchbay/kernel/fabric';
import { defineModule } from '@patchbay/kernel/modules';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { CameraState } from './entities/camera-state.ts';
import { cameraOffline, cameraOnline, snapshotCaptured } from './events.ts';
import { watchCameras } from './jobs.ts';
import { cameraListener } from './listeners.ts';
import { cameraStates } from './migrations/001-camera-states.ts';
import { cameraSnapshot } from './operations.ts';
import { cameraPermissions } from './permissions.ts';
import { CameraWatch } from './services/camera-watch.ts';
import { Snapshots } from './services/snapshots.ts';
import { CAMERA_WATCH, SNAPSHOTS } from './tokens.ts';

export default defineModule({
  id: 'cameras',
  title: 'Video surveillance',
  status: 'available',
  prefixes: ['/cameras'],
  requires: ['gateway', 'inventory'],
  entities: [CameraState],
  migrations: [cameraStates],
  providers: [
    provide(
      SNAPSHOTS,
      [DATABASE, CONTROLLERS, ARTIFACTS, CLOCK, LOGGER],
      (database, controllers, artifacts, clock, logger) =>
        new Snapshots({ database, controllers, artifacts, clock, logger }),
    ),
    provide(CAMERA_WATCH, [DATABASE, LOGGER], (database, logger) => new CameraWatch(database, logger)),
  ],
  permissions: cameraPermissions,
  events: [snapshotCaptured, cameraOnline, cameraOffline],
  operations: [cameraSnapshot],
  jobs: [watchCameras],
  listeners: [cameraListener],
});
