import { liveListener } from '@patchbay/kernel/events';
import { CAMERA_WATCH } from './tokens.ts';

export const cameraListener = liveListener({
  id: 'cameras.status',
  deps: { watch: CAMERA_WATCH },
  handle: (events, { watch }) => watch.notice(events),
});
