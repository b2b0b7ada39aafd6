import { defineModule } from '@patchbay/kernel/modules';
import { CameraSighting } from './entities/camera-sighting.ts';
import { CameraState } from './entities/camera-state.ts';
import { CameraSubscription } from './entities/camera-subscription.ts';
import { cameraMotion, cameraOffline, cameraOnline, cameraPerson, snapshotCaptured } from './events.ts';
import { askCameras, askSilentCameras, watchCameras, watchSightings } from './jobs.ts';
import { cameraListener } from './listeners.ts';
import { cameraStates } from './migrations/001-camera-states.ts';
import { cameraSubscriptions } from './migrations/002-camera-subscriptions.ts';
import { cameraSnapshot } from './operations.ts';
import { cameraPermissions } from './permissions.ts';
import { cameraProviders } from './providers.ts';

export default defineModule({
  id: 'cameras',
  title: 'Video surveillance',
  status: 'available',
  prefixes: ['/cameras'],
  requires: ['inventory'],
  entities: [CameraState, CameraSubscription, CameraSighting],
  migrations: [cameraStates, cameraSubscriptions],
  providers: cameraProviders,
  permissions: cameraPermissions,
  events: [snapshotCaptured, cameraOnline, cameraOffline, cameraMotion, cameraPerson],
  operations: [cameraSnapshot],
  jobs: [watchCameras, watchSightings, askCameras, askSilentCameras],
  listeners: [cameraListener],
});
