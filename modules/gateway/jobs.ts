import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { GATEWAY_WATCH } from './tokens.ts';

/** Publishes brains that went offline and were not published at once. */
export const gatewayWatchJob = defineJob({
  id: 'gateway.watch',
  payload: Type.Object({}),
  cron: '* * * * *',
  maxAttempts: 1,
  deps: { watch: GATEWAY_WATCH },
  run: ({ deps, signal }) => deps.watch.sweep(signal),
});
