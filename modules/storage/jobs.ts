import { defineCronJob } from '@patchbay/kernel/jobs';
import { ArtifactSweep } from './services/artifact-sweep.ts';
import { PoolWatch } from './services/pools/pool-watch.ts';

/** Every hour: unneeded artifacts are removed. */
export const sweepArtifacts = defineCronJob({
  id: 'storage.sweep',
  cron: '23 * * * *',
  lane: 'outside',
  deps: { sweep: ArtifactSweep },
  async run({ deps, signal }) {
    await deps.sweep.sweep(signal);
  },
});

/** Every five minutes: pools that degraded or ran full are published. */
export const watchPools = defineCronJob({
  id: 'storage.watch-pools',
  cron: '*/5 * * * *',
  lane: 'outside',
  deps: { watch: PoolWatch },
  run: ({ deps, signal }) => deps.watch.round(signal),
});
