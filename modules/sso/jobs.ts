import { defineCronJob } from '@patchbay/kernel/jobs';
import { Housekeeping } from './services/admission/housekeeping.ts';

export const sweep = defineCronJob({
  id: 'sso.sweep',
  cron: '23 * * * *',
  deps: { housekeeping: Housekeeping },
  run: ({ deps }) => deps.housekeeping.sweep(),
});
