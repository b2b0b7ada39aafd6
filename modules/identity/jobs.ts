import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { HOUSEKEEPING } from './tokens.ts';

export const sweep = defineJob({
  id: 'identity.sweep',
  payload: Type.Object({}),
  cron: '17 * * * *',
  deps: { housekeeping: HOUSEKEEPING },
  run: ({ deps }) => deps.housekeeping.sweep(),
});
