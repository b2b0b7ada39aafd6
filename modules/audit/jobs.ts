import { defineCronJob } from '@patchbay/kernel/jobs';
import { ChainWatch } from './services/chain-watch.ts';

/** Every chain is validated at night, whether or not anyone asks. */
export const validateChainsJob = defineCronJob({
  id: 'audit.validate-chains',
  cron: '23 3 * * *',
  deps: { watch: ChainWatch },
  run: ({ deps, signal }) => deps.watch.validateAll(signal),
});
