import { defineCronJob } from '@patchbay/kernel/jobs';
import { Challenges } from './services/challenges.ts';

export const sweep = defineCronJob({
  id: 'passkeys.sweep',
  cron: '*/10 * * * *',
  deps: { challenges: Challenges },
  run: ({ deps }) => deps.challenges.sweep(),
});
