import { defineCronJob, defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { Housekeeping } from '../services/people/housekeeping.ts';
import { RESET_MAIL } from '../tokens.ts';

export const sweep = defineCronJob({
  id: 'identity.sweep',
  cron: '17 * * * *',
  deps: { housekeeping: Housekeeping },
  run: ({ deps }) => deps.housekeeping.sweep(),
});

/** Tries for as long as the link is good for: half an hour at growing distances. */
export const sendResetMail = defineJob({
  id: 'identity.send_reset_mail',
  payload: Type.Object({
    reset_id: Type.String({ format: 'uuid' }),
    base_url: Type.String({ description: 'address the platform is reached at' }),
  }),
  maxAttempts: 8,
  deps: { mail: RESET_MAIL },
  run: ({ payload: { reset_id, base_url }, deps }) => deps.mail.send(reset_id, base_url),
});
