import { defineCronJob, defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { DueWatch } from './services/delivery/due-watch.ts';
import { Housekeeping } from './services/preferences/housekeeping.ts';

/** Every minute: keeps the chain of `notifications.send-due` going. */
export const watchDue = defineCronJob({
  id: 'notifications.watch-due',
  cron: '* * * * *',
  deps: { watch: DueWatch },
  run: ({ deps }) => deps.watch.tick(),
});

/** Sends what is due, and asks for the next look. */
export const sendDue = defineJob({
  id: 'notifications.send-due',
  payload: Type.Object({}),
  maxAttempts: 3,
  deps: { watch: DueWatch },
  run: ({ deps }) => deps.watch.look(),
});

/** Every night: bounds what is kept. */
export const tidyUp = defineCronJob({
  id: 'notifications.tidy-up',
  cron: '17 3 * * *',
  deps: { housekeeping: Housekeeping },
  run: ({ deps, signal }) => deps.housekeeping.run(signal),
});
