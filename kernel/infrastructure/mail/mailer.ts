import { type Token, token } from '../../di/index.ts';

/** One message to one person. No field but the bodies may hold line breaks or other controls. */
export interface Mail {
  /** A bare address, at most 254 characters. */
  readonly to: string;
  /** At most 200 characters. */
  readonly subject: string;
  /** At most 100,000 characters. */
  readonly text: string;
  /** The same for readers that show HTML; at most 500,000 characters. */
  readonly html?: string | undefined;
  /**
   * Unique id of the message (letters, digits, `.`, `_`, `-`; at most 128): sending is at least once, and
   * receivers recognise a repetition by it. Default: a new one.
   */
  readonly message_id?: string | undefined;
}

/** Hands mail to the configured server. */
export interface Mailer {
  /**
   * Resolves once the server has taken the message; at most 15 seconds. Throws `mail.refused` for what will
   * never be taken, `mail.undelivered` for what may be tried again, and `mail.not_configured`.
   */
  send(mail: Mail): Promise<void>;
  /** Connects, greets and signs in without sending anything; throws as `send` does. */
  verify(): Promise<void>;
}

export const MAILER: Token<Mailer> = token('kernel.mailer');
