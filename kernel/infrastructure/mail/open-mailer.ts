import { join } from 'node:path';
import { ConfigError, type KernelConfig } from '../../config/index.ts';
import type { Clock, Logger } from '../../telemetry/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { FolderMailer } from './folder-mailer.ts';
import type { Mailer } from './mailer.ts';
import { senderOf } from './sender.ts';
import { SmtpMailer } from './smtp-mailer.ts';
import { smtpSettingsOf } from './smtp-settings.ts';
import { UnconfiguredMailer } from './unconfigured-mailer.ts';

export interface MailSurroundings {
  readonly config: Pick<KernelConfig, 'SMTP_URL' | 'MAIL_FROM' | 'ENVIRONMENT' | 'DATA_DIR'>;
  readonly outbound: Pick<Outbound, 'openSocket'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The mailer this environment asks for; throws `ConfigError` for an `SMTP_URL` or `MAIL_FROM` it cannot use. */
export function openMailer({ config, outbound, clock, logger }: MailSurroundings): Mailer {
  const { SMTP_URL, MAIL_FROM, ENVIRONMENT, DATA_DIR } = config;
  const sender = MAIL_FROM === undefined ? undefined : senderOf(MAIL_FROM);
  if (SMTP_URL !== undefined) {
    if (sender === undefined) throw new ConfigError('MAIL_FROM is required whenever SMTP_URL is set');
    return new SmtpMailer(smtpSettingsOf(SMTP_URL), sender, outbound, clock, logger);
  }
  if (ENVIRONMENT !== 'development') return new UnconfiguredMailer({ logger });
  const folder = join(DATA_DIR, 'mail');
  return new FolderMailer(folder, sender ?? senderOf('Patchbay <patchbay@localhost>'), clock, logger);
}
