import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { EmailNotice, EmailNotices } from '../services/email/email-notices.ts';
import { EMAIL_CHANGE_MAIL } from '../tokens.ts';

/** Asks the new address for its confirmation; ends when the request does. */
export const sendEmailChange = defineJob({
  id: 'identity.send_email_change',
  payload: Type.Object({
    change_id: Type.String({ format: 'uuid' }),
    base_url: Type.String({ description: 'address the platform is reached at' }),
  }),
  maxAttempts: 8,
  deps: { mail: EMAIL_CHANGE_MAIL },
  run: ({ payload: { change_id, base_url }, deps }) => deps.mail.send(change_id, base_url),
});

/** Notifies an address that it is, or may soon be, no longer the one of its user. */
export const sendEmailNotice = defineJob({
  id: 'identity.send_email_notice',
  payload: EmailNotice,
  maxAttempts: 12,
  deps: { notices: EmailNotices },
  run: ({ payload, deps }) => deps.notices.send(payload),
});
