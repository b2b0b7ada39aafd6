import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { Housekeeping } from './services/admission/housekeeping.ts';

export const sweep = defineJob({
  id: 'sso.sweep',
  payload: Type.Object({}),
  cron: '23 * * * *',
  deps: { housekeeping: Housekeeping },
  run: ({ deps }) => deps.housekeeping.sweep(),
});
