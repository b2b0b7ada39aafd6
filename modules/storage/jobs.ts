import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { ArtifactSweep } from './services/artifact-sweep.ts';
import { PoolWatch } from './services/pools/pool-watch.ts';

/** Every hour: unneeded artifacts are removed. */
export const sweepArtifacts = defineJob({
  id: 'storage.sweep',
  payload: Type.Object({}),
  cron: '23 * * * *',
  maxAttempts: 1,
  lane: 'outside',
  deps: { sweep: ArtifactSweep },
  async run({ deps, signal }) {
    await deps.sweep.sweep(signal);
  },
});

/** Every five minutes: pools that degraded or ran full are published. */
export const watchPools = defineJob({
  id: 'storage.watch-pools',
  payload: Type.Object({}),
  cron: '*/5 * * * *',
  maxAttempts: 1,
  lane: 'outside',
  deps: { watch: PoolWatch },
  run: ({ deps, signal }) => deps.watch.round(signal),
});
