import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { HOUSEKEEPING } from './tokens.ts';

export const sweep = defineJob({
  id: 'sso.sweep',
  payload: Type.Object({}),
  cron: '23 * * * *',
  deps: { housekeeping: HOUSEKEEPING },
  run: ({ deps }) => deps.housekeeping.sweep(),
});
