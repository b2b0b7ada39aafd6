import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { CHALLENGES } from './tokens.ts';

export const sweep = defineJob({
  id: 'passkeys.sweep',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  deps: { challenges: CHALLENGES },
  run: ({ deps }) => deps.challenges.sweep(),
});
