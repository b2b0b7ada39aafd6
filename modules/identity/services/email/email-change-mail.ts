import { exempt } from '@patchbay/kernel/database';
import type { TokenMailKind } from '../passwords/token-mail.ts';
import { minuteOf } from '../sign-in/minute-of.ts';
import { type FoundChange, findChange } from './live-changes.ts';

/** Asks a new address for its confirmation. */
export const emailChangeMail: TokenMailKind<FoundChange> = {
  exemption: exempt('identity.email_change_mail', 'a job names the change it asks for, and no organization'),
  subject: 'Confirm your e-mail address for Patchbay',
  prefix: 'email-change',
  find: findChange,
  addressOf: ({ new_email }) => new_email,
  textOf: (
    { username, expires_at },
    base_url,
    token,
  ) => `The Patchbay user ${username} wants to be reached at this address.

To confirm it, open this address:

${base_url}/confirm-email?token=${token}

or send this request:

POST ${base_url}/api/v1/auth/email/confirm
Content-Type: application/json

{"token": "${token}"}

It works once, until ${minuteOf(expires_at)}. If you are not that user, do nothing: then nothing changes.
`,
};
