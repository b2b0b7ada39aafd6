import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { ChainWatch } from './services/chain-watch.ts';

/** Every chain is validated at night, whether or not anyone asks. */
export const validateChainsJob = defineJob({
  id: 'audit.validate-chains',
  payload: Type.Object({}),
  cron: '23 3 * * *',
  maxAttempts: 1,
  deps: { watch: ChainWatch },
  run: ({ deps, signal }) => deps.watch.validateAll(signal),
});
