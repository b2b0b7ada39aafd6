import { readOperation, refersTo } from '@patchbay/kernel/fabric';
import Type from 'typebox';
import { snapshotCaptured } from './events.ts';
import { Snapshots } from './services/snapshots.ts';

/** SPEC 4.5. */
export const cameraSnapshot = readOperation({
  id: 'cameras.snapshot',
  title: 'Take a snapshot',
  description: 'The present picture of a camera, as an artifact for later steps.',
  input: Type.Object(
    { camera_id: refersTo('device', { description: 'id of a device of kind camera' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    camera_id: Type.String(),
    name: Type.String(),
    site_id: Type.String(),
    taken_at: Type.String(),
  }),
  produces: ['image/jpeg'],
  emits: [snapshotCaptured.type],
  effect: true,
  permission: 'cameras.view',
  deps: { snapshots: Snapshots },
  run: ({ params, principal, deps, effect_id, causation }) =>
    deps.snapshots.take(principal, params.camera_id, { effect_id, causation }),
});
