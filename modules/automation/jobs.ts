import { defineCronJob, defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { RETENTION, WATCH } from './tokens.ts';

/** Every minute: keeps the chain of `automation.look` going. */
export const watchAutomation = defineCronJob({
  id: 'automation.watch',
  cron: '* * * * *',
  deps: { watch: WATCH },
  run: ({ deps }) => deps.watch.tick(),
});

/** Takes up what a killed process left and ticks that are due, and asks for the next look. */
export const lookAtAutomation = defineJob({
  id: 'automation.look',
  payload: Type.Object({}),
  maxAttempts: 3,
  deps: { watch: WATCH },
  run: ({ deps }) => deps.watch.look(),
});

/** Every hour: executions that are old, and those of an organization beyond their number. */
export const tidyAutomation = defineCronJob({
  id: 'automation.tidy',
  cron: '37 * * * *',
  deps: { retention: RETENTION },
  run: ({ deps, signal }) => deps.retention.tidy(signal),
});
