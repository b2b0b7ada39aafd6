import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { ALERT_TRIMMING } from './tokens.ts';

/** Every hour: alerts that were resolved half a year ago go. */
export const tidyAlerts = defineJob({
  id: 'alerts.tidy',
  payload: Type.Object({}),
  cron: '23 * * * *',
  maxAttempts: 1,
  deps: { trimming: ALERT_TRIMMING },
  run: ({ deps, signal }) => deps.trimming.trim(signal),
});
