import { liveListener } from '@patchbay/kernel/events';
import { CameraWatch } from './services/camera-watch.ts';

export const cameraListener = liveListener({
  id: 'cameras.status',
  deps: { watch: CameraWatch },
  handle: (events, { watch }) => watch.notice(events),
});
