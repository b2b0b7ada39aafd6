import { type Database, exempt } from '@patchbay/kernel/database';
import { type Mailer, mailRefused } from '@patchbay/kernel/mail';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { MailedTokens } from '../passwords/mailed-tokens.ts';
import { minuteOf } from '../sign-in/minute-of.ts';
import { type FoundReset, findReset } from './live-resets.ts';

const mailExemption = exempt('identity.reset_mail', 'a job names the reset it sends, and no organization');

/** Sends the mail of one reset. Run again, it sends the same message under the same id. */
export class ResetMail {
  readonly #database: Database;
  readonly #mailer: Pick<Mailer, 'send'>;
  readonly #tokens: Pick<MailedTokens, 'of'>;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(
    database: Database,
    mailer: Pick<Mailer, 'send'>,
    tokens: Pick<MailedTokens, 'of'>,
    clock: Clock,
    logger: Logger,
  ) {
    this.#database = database;
    this.#mailer = mailer;
    this.#tokens = tokens;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Throws while the mail server is out of reach; what can no longer be used is not sent. */
  async send({
    reset_id,
    base_url,
  }: {
    readonly reset_id: string;
    readonly base_url: string;
  }): Promise<void> {
    const reset = await this.#database.asSystem(mailExemption, (trx) =>
      findReset(trx, reset_id, this.#clock.now()),
    );
    if (!reset?.is_live) return;
    try {
      await this.#mailer.send({
        to: reset.email,
        subject: 'Reset your Patchbay password',
        text: textOf(reset, base_url, this.#tokens.of(reset_id)),
        message_id: `password-reset-${reset_id}`,
      });
    } catch (error) {
      if (!mailRefused.matches(error)) throw error;
      this.#logger.warn('a reset mail will never be taken', { user_id: reset.user_id, error });
    }
  }
}

const textOf = ({ username, expires_at }: FoundReset, base_url: string, token: string): string =>
  `Somebody, we hope you, asked to reset the password of the Patchbay user ${username}.

To choose a new one, open this address:

${base_url}/reset-password?token=${token}

or send this request:

POST ${base_url}/api/v1/auth/password/reset
Content-Type: application/json

{"token": "${token}", "password": "<your new password>"}

It works once, until ${minuteOf(expires_at)}, and only if you ask for no other. It ends every session you
have; a second factor stays as it is. If you did not ask for this, do nothing: your password stays.
`;
