import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { CAMERA_WATCH } from './tokens.ts';

/** Tells cameras that came or went, wherever they were not told at once. */
export const watchCameras = defineJob({
  id: 'cameras.watch',
  payload: Type.Object({}),
  cron: '* * * * *',
  maxAttempts: 1,
  deps: { watch: CAMERA_WATCH },
  run: ({ deps, signal }) => deps.watch.sweep(signal),
});
