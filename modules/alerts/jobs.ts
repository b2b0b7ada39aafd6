import { defineCronJob } from '@patchbay/kernel/jobs';
import { AlertTrimming } from './services/alert-trimming.ts';

/** Every hour: alerts that were resolved half a year ago go. */
export const tidyAlerts = defineCronJob({
  id: 'alerts.tidy',
  cron: '23 * * * *',
  deps: { trimming: AlertTrimming },
  run: ({ deps, signal }) => deps.trimming.trim(signal),
});
