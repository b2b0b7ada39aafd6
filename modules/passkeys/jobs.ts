import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { Challenges } from './services/challenges.ts';

export const sweep = defineJob({
  id: 'passkeys.sweep',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  deps: { challenges: Challenges },
  run: ({ deps }) => deps.challenges.sweep(),
});
