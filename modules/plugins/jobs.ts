import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { Deliveries } from './services/delivery/deliveries.ts';
import { Emissions } from './services/delivery/emissions.ts';

export const pruneDeliveries = defineJob({
  id: 'plugins.prune-deliveries',
  payload: Type.Object({}),
  cron: '17 * * * *',
  maxAttempts: 1,
  deps: { deliveries: Deliveries },
  run: ({ deps, signal }) => deps.deliveries.prune(signal),
});

export const pruneEmissions = defineJob({
  id: 'plugins.prune-emissions',
  payload: Type.Object({}),
  cron: '19 * * * *',
  maxAttempts: 1,
  deps: { emissions: Emissions },
  run: ({ deps, signal }) => deps.emissions.prune(signal),
});
