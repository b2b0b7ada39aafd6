import { defineCronJob, defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { CameraWatch } from './services/camera-watch.ts';
import { SightingWatch } from './services/sighting-watch.ts';

/** Publishes cameras that came or went and were not published at once. */
export const watchCameras = defineCronJob({
  id: 'cameras.watch',
  cron: '* * * * *',
  deps: { watch: CameraWatch },
  run: ({ deps, signal }) => deps.watch.sweep(signal),
});

/** Every minute: keeps the chain of `cameras.ask-cameras` going. */
export const watchSightings = defineCronJob({
  id: 'cameras.watch-sightings',
  cron: '* * * * *',
  deps: { watch: SightingWatch },
  run: ({ deps }) => deps.watch.tick(),
});

/** Fetches what cameras reported, and asks for the next look. */
export const askCameras = defineJob({
  id: 'cameras.ask-cameras',
  payload: Type.Object({}),
  maxAttempts: 1,
  lane: 'outside',
  deps: { watch: SightingWatch },
  run: ({ deps, signal }) => deps.watch.round(signal),
});

/** Every minute: asks cameras that did not answer once more. */
export const askSilentCameras = defineCronJob({
  id: 'cameras.ask-silent-cameras',
  cron: '* * * * *',
  lane: 'outside',
  deps: { watch: SightingWatch },
  run: ({ deps, signal }) => deps.watch.retry(signal),
});
