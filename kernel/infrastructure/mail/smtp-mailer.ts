import type { Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { Semaphore } from '../../concurrency/index.ts';
import { PatchbayError } from '../../errors/index.ts';
import type { Clock, Logger } from '../../telemetry/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { checkedMail } from './checked-mail.ts';
import { mailRefused, mailUndelivered } from './errors.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { Sender } from './sender.ts';
import type { SmtpSettings } from './smtp-settings.ts';

const CONNECT_MS = 5_000;
const WHOLE_MS = 15_000;
const BOUNDS = { maxAtOnce: 4, maxWaiting: 100, maxWaitMs: 5_000 };
/** Refusals at other steps (login, STARTTLS, sender) speak of us: an operator can mend them. */
const ABOUT_THE_MESSAGE: readonly (string | undefined)[] = ['RCPT TO', 'DATA'];

type Transport = Transporter<SMTPTransport.SentMessageInfo, SMTPTransport.Options>;

/** Sends over SMTP, one connection a message; the server is reached under the policy for equipment (DECISIONS 33). */
export class SmtpMailer implements Mailer {
  readonly #settings: SmtpSettings;
  readonly #sender: Sender;
  readonly #outbound: Pick<Outbound, 'openSocket'>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #queue = new Semaphore(BOUNDS);
  readonly #wholeMs: number;

  constructor(
    settings: SmtpSettings,
    sender: Sender,
    outbound: Pick<Outbound, 'openSocket'>,
    clock: Clock,
    logger: Logger,
    wholeMs: number = WHOLE_MS,
  ) {
    this.#settings = settings;
    this.#sender = sender;
    this.#outbound = outbound;
    this.#clock = clock;
    this.#logger = logger;
    this.#wholeMs = wholeMs;
  }

  async send(mail: Mail): Promise<void> {
    const message = checkedMail(mail, this.#sender, this.#clock.now());
    await this.#within(async (transport) => {
      await transport.sendMail(message);
    });
    this.#logger.info('mail sent', { message_id: message.messageId });
  }

  async verify(): Promise<void> {
    await this.#within(async (transport) => {
      await transport.verify();
    });
  }

  /** One connection under one deadline, waiting for a place included. */
  async #within(work: (transport: Transport) => Promise<void>): Promise<void> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#wholeMs);
    try {
      await this.#queue.run(() => this.#connected(deadline.signal, work));
    } catch (error) {
      throw this.#failure(error, deadline.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  async #connected(signal: AbortSignal, work: (transport: Transport) => Promise<void>): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const { host, port } = this.#settings;
    const socket = await this.#outbound.openSocket({
      policy: 'equipment',
      host,
      port,
      timeoutMs: Math.min(CONNECT_MS, this.#wholeMs),
      signal,
    });
    const { promise: late, reject } = Promise.withResolvers<never>();
    const end = (): void => {
      socket.destroy();
      reject(mailUndelivered({ message: 'The mail server did not answer in time.' }));
    };
    signal.addEventListener('abort', end, { once: true });
    const transport = createTransport(this.#optionsFor(socket));
    try {
      if (signal.aborted) end();
      await Promise.race([work(transport), late]);
    } finally {
      signal.removeEventListener('abort', end);
      transport.close();
      socket.destroySoon();
    }
  }

  #optionsFor(socket: Socket): SMTPTransport.Options {
    const { host, port, isSecure, requiresTls, isLoopback, login, ca } = this.#settings;
    return {
      host,
      port,
      secure: isSecure,
      requireTLS: requiresTls,
      ...(login === null ? {} : { auth: { user: login.user, pass: login.password.reveal() } }),
      tls: { rejectUnauthorized: !isLoopback, ...(ca === undefined ? {} : { ca }) },
      greetingTimeout: CONNECT_MS,
      connectionTimeout: this.#wholeMs,
      socketTimeout: this.#wholeMs,
      getSocket: (_options, callback) => callback(null, { connection: socket }),
    };
  }

  /** Servers repeat addresses and logins in what they say, so the log has codes only. */
  #failure(error: unknown, isLate: boolean): PatchbayError {
    const { code, command, responseCode } = detailsOf(error);
    if (error instanceof PatchbayError && mailRefused.matches(error)) return error;
    this.#logger.warn('mail was not taken by the server', { code, command, response: responseCode });
    if (isLate) return mailUndelivered({ message: 'The mail server did not answer in time.', cause: error });
    const isLasting = (responseCode ?? 0) >= 500 && ABOUT_THE_MESSAGE.includes(command);
    return (isLasting ? mailRefused : mailUndelivered)({ cause: error });
  }
}

interface Details {
  readonly code: string | undefined;
  readonly command: string | undefined;
  readonly responseCode: number | undefined;
}

function detailsOf(error: unknown): Details {
  const { code, command, responseCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return {
    code: typeof code === 'string' ? code : error instanceof PatchbayError ? error.id : undefined,
    command: typeof command === 'string' ? command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}
