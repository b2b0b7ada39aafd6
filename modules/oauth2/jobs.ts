import { defineCronJob } from '@patchbay/kernel/jobs';
import { Housekeeping } from './services/tokens/housekeeping.ts';

export const sweep = defineCronJob({
  id: 'oauth2.sweep',
  cron: '37 * * * *',
  deps: { housekeeping: Housekeeping },
  run: ({ deps }) => deps.housekeeping.sweep(),
});
