import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { AlertTrimming } from './services/alert-trimming.ts';

/** Every hour: alerts that were resolved half a year ago go. */
export const tidyAlerts = defineJob({
  id: 'alerts.tidy',
  payload: Type.Object({}),
  cron: '23 * * * *',
  maxAttempts: 1,
  deps: { trimming: AlertTrimming },
  run: ({ deps, signal }) => deps.trimming.trim(signal),
});
