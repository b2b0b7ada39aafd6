import { defineCronJob } from '@patchbay/kernel/jobs';
import { GATEWAY_WATCH } from './tokens.ts';

/** Publishes brains that went offline and were not published at once. */
export const gatewayWatchJob = defineCronJob({
  id: 'gateway.watch',
  cron: '* * * * *',
  deps: { watch: GATEWAY_WATCH },
  run: ({ deps, signal }) => deps.watch.sweep(signal),
});
