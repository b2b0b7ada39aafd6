import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { DELIVERIES, EMISSIONS } from './tokens.ts';

export const pruneDeliveries = defineJob({
  id: 'plugins.prune-deliveries',
  payload: Type.Object({}),
  cron: '17 * * * *',
  maxAttempts: 1,
  deps: { deliveries: DELIVERIES, emissions: EMISSIONS },
  run: async ({ deps }) => {
    await deps.deliveries.prune();
    await deps.emissions.prune();
  },
});
