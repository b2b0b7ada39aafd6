import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { HOUSEKEEPING } from './tokens.ts';

export const sweep = defineJob({
  id: 'oauth2.sweep',
  payload: Type.Object({}),
  cron: '37 * * * *',
  deps: { housekeeping: HOUSEKEEPING },
  run: ({ deps }) => deps.housekeeping.sweep(),
});
