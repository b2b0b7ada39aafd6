import type { Database, Exemption, Kysely, Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type Mailer, mailRefused } from '@patchbay/kernel/mail';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { MailedTokens } from './mailed-tokens.ts';

/** Row whose token is sent by mail. */
interface Asked {
  readonly user_id: string;
  /** False once the token can no longer be used. */
  readonly is_live: boolean;
}

/** One kind of mail with a token in it. */
export interface TokenMailKind<A extends Asked> {
  /** Why the row is read before any organization is known. */
  readonly exemption: Exemption;
  readonly subject: string;
  /** Begins the id of the message: `<prefix>-<id of the row>`. */
  readonly prefix: string;
  find(trx: Kysely<Tables>, id: string, at: Date): Promise<A | undefined>;
  addressOf(asked: A): string;
  textOf(asked: A, base_url: string, token: string): string;
}

/** Sends the mail of one row. Run again, it sends the same message under the same id. */
export class TokenMail<A extends Asked> extends Service<{
  kind: TokenMailKind<A>;
  database: Pick<Database, 'asSystem'>;
  mailer: Pick<Mailer, 'send'>;
  tokens: Pick<MailedTokens, 'of'>;
  clock: Clock;
  logger: Logger;
}> {
  /** Throws while the mail server is out of reach; a token that can no longer be used is not sent. */
  async send(id: string, base_url: string): Promise<void> {
    const { exemption, find, addressOf, subject, textOf, prefix } = this.parts.kind;
    const asked = await this.parts.database.asSystem(exemption, (trx) =>
      find(trx, id, this.parts.clock.now()),
    );
    if (!asked?.is_live) return;
    try {
      await this.parts.mailer.send({
        to: addressOf(asked),
        subject,
        text: textOf(asked, base_url, this.parts.tokens.of(id)),
        message_id: `${prefix}-${id}`,
      });
    } catch (error) {
      if (!mailRefused.matches(error)) throw error;
      this.parts.logger.warn('a mail will never be taken', { mail: prefix, user_id: asked.user_id, error });
    }
  }
}
