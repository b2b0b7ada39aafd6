import { defineCronJob } from '@patchbay/kernel/jobs';
import { Deliveries } from './services/delivery/deliveries.ts';
import { Emissions } from './services/delivery/emissions.ts';

export const pruneDeliveries = defineCronJob({
  id: 'plugins.prune-deliveries',
  cron: '17 * * * *',
  deps: { deliveries: Deliveries },
  run: ({ deps, signal }) => deps.deliveries.prune(signal),
});

export const pruneEmissions = defineCronJob({
  id: 'plugins.prune-emissions',
  cron: '19 * * * *',
  deps: { emissions: Emissions },
  run: ({ deps, signal }) => deps.emissions.prune(signal),
});
