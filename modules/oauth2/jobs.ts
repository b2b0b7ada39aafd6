import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { Housekeeping } from './services/tokens/housekeeping.ts';

export const sweep = defineJob({
  id: 'oauth2.sweep',
  payload: Type.Object({}),
  cron: '37 * * * *',
  deps: { housekeeping: Housekeeping },
  run: ({ deps }) => deps.housekeeping.sweep(),
});
