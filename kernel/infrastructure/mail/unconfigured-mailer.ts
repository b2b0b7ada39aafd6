import { Service } from '../../di/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { mailNotConfigured } from './errors.ts';
import type { Mailer } from './mailer.ts';

/** Staging and production without a mail server: nothing is sent, and the log says what to set. */
export class UnconfiguredMailer extends Service<{ logger: Logger }> implements Mailer {
  async send(): Promise<void> {
    this.parts.logger.error(
      'mail cannot be sent: set SMTP_URL (smtps://user:password@mail.example.com) and MAIL_FROM',
    );
    throw mailNotConfigured();
  }

  async verify(): Promise<void> {
    throw mailNotConfigured({ message: 'SMTP_URL and MAIL_FROM are not set.' });
  }
}
