import { exempt } from '@patchbay/kernel/database';
import type { TokenMailKind } from '../passwords/token-mail.ts';
import { minuteOf } from '../sign-in/minute-of.ts';
import { type FoundReset, findReset } from './live-resets.ts';

/** Sends the token that resets a password. */
export const resetMail: TokenMailKind<FoundReset> = {
  exemption: exempt('identity.reset_mail', 'a job names the reset it sends, and no organization'),
  subject: 'Reset your Patchbay password',
  prefix: 'password-reset',
  find: findReset,
  addressOf: ({ email }) => email,
  textOf: (
    { username, expires_at },
    base_url,
    token,
  ) => `Somebody, we hope you, asked to reset the password of the Patchbay user ${username}.

To choose a new one, open this address:

${base_url}/reset-password?token=${token}

or send this request:

POST ${base_url}/api/v1/auth/password/reset
Content-Type: application/json

{"token": "${token}", "password": "<your new password>"}

It works once, until ${minuteOf(expires_at)}, and only if you ask for no other. It ends every session you
have; a second factor stays as it is. If you did not ask for this, do nothing: your password stays.
`,
};
