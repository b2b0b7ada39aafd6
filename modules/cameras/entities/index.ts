import type { TablesOf } from '@patchbay/kernel/database';
import { CameraSighting } from './camera-sighting.ts';
import { CameraState } from './camera-state.ts';
import { CameraSubscription } from './camera-subscription.ts';

export const entities = [CameraState, CameraSubscription, CameraSighting];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
