import { defineModule } from '@patchbay/kernel/modules';
import { entities } from './entities/index.ts';
import { cameraMotion, cameraOffline, cameraOnline, cameraPerson, snapshotCaptured } from './events.ts';
import { askCameras, askSilentCameras, watchCameras, watchSightings } from './jobs.ts';
import { cameraListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import { cameraSnapshot } from './operations.ts';
import { cameraPermissions } from './permissions.ts';
import { cameraProviders } from './providers.ts';

export default defineModule({
  id: 'cameras',
  title: 'Video surveillance',
  status: 'available',
  prefixes: ['/cameras'],
  requires: ['inventory'],
  entities,
  migrations,
  providers: cameraProviders,
  permissions: cameraPermissions,
  events: [snapshotCaptured, cameraOnline, cameraOffline, cameraMotion, cameraPerson],
  operations: [cameraSnapshot],
  jobs: [watchCameras, watchSightings, askCameras, askSilentCameras],
  listeners: [cameraListener],
});
