import { type Database, exempt } from '@patchbay/kernel/database';
import { type Mailer, mailRefused } from '@patchbay/kernel/mail';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { MailedTokens } from '../passwords/mailed-tokens.ts';
import { minuteOf } from '../sign-in/minute-of.ts';
import { type FoundChange, findChange } from './live-changes.ts';

const mailExemption = exempt(
  'identity.email_change_mail',
  'a job names the change it asks for, and no organization',
);

/** Asks a new address for its confirmation. Run again, it sends the same message under the same id. */
export class EmailChangeMail {
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

  /** Throws while the mail server is out of reach; what can no longer be confirmed is not sent. */
  async send({
    change_id,
    base_url,
  }: {
    readonly change_id: string;
    readonly base_url: string;
  }): Promise<void> {
    const change = await this.#database.asSystem(mailExemption, (trx) =>
      findChange(trx, change_id, this.#clock.now()),
    );
    if (!change?.is_live) return;
    try {
      await this.#mailer.send({
        to: change.new_email,
        subject: 'Confirm your e-mail address for Patchbay',
        text: textOf(change, base_url, this.#tokens.of(change_id)),
        message_id: `email-change-${change_id}`,
      });
    } catch (error) {
      if (!mailRefused.matches(error)) throw error;
      this.#logger.warn('a mail to confirm an address will never be taken', {
        user_id: change.user_id,
        error,
      });
    }
  }
}

const textOf = ({ username, expires_at }: FoundChange, base_url: string, token: string): string =>
  `The Patchbay user ${username} wants to be reached at this address.

To confirm it, open this address:

${base_url}/confirm-email?token=${token}

or send this request:

POST ${base_url}/api/v1/auth/email/confirm
Content-Type: application/json

{"token": "${token}"}

It works once, until ${minuteOf(expires_at)}. If you are not that user, do nothing: then nothing changes.
`;
