import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock, Logger } from '../../telemetry/index.ts';
import { checkedMail } from './checked-mail.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { Sender } from './sender.ts';

const MAX_KEPT = 1_000;

/** Development without a mail server: every message becomes an .eml file, and the log says where. */
export class FolderMailer implements Mailer {
  readonly #folder: string;
  readonly #sender: Sender;
  readonly #clock: Clock;
  readonly #logger: Logger;

  /** `folder` is made when first needed; beyond 1,000 messages the oldest go. */
  constructor(folder: string, sender: Sender, clock: Clock, logger: Logger) {
    this.#folder = folder;
    this.#sender = sender;
    this.#clock = clock;
    this.#logger = logger;
  }

  async send(mail: Mail): Promise<void> {
    const now = this.#clock.now();
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message } = await composer.sendMail(checkedMail(mail, this.#sender, now));
    const written = mail.html === undefined ? readable(String(message), mail.text) : message;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${now.toISOString().replaceAll(':', '-')}-${mail.message_id ?? randomUUID()}.eml`;
    const file = join(this.#folder, name);
    const draft = `${file}.${randomUUID()}.draft`;
    await writeFile(draft, written, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
    this.#logger.info('mail written to a file, since SMTP_URL is not set', { file });
    await this.#dropOldest();
  }

  /** Creates nothing, so that read-only commands may call it too. */
  async verify(): Promise<void> {
    for (let folder = resolve(this.#folder); ; folder = dirname(folder)) {
      const found = await stat(folder).catch(() => null);
      if (found === null && folder !== dirname(folder)) continue;
      return access(folder, constants.W_OK | constants.X_OK);
    }
  }

  async #dropOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.slice(0, -MAX_KEPT)) await rm(join(this.#folder, name), { force: true });
  }
}

/** The same message with its text as people read it: a link can be taken from the file. */
function readable(message: string, text: string): string {
  const [headers = ''] = message.split('\n\n', 1);
  return `${headers.replace(/^(Content-Transfer-Encoding): .*$/m, '$1: 8bit')}\n\n${text}`;
}
