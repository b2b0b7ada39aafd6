export { mailNotConfigured, mailRefused, mailUndelivered } from './errors.ts';
export { FolderMailer } from './folder-mailer.ts';
export { MAILER, type Mail, type Mailer } from './mailer.ts';
export { type MailSurroundings, openMailer } from './open-mailer.ts';
export { type Sender, senderOf } from './sender.ts';
export { SmtpMailer } from './smtp-mailer.ts';
export { type SmtpSettings, smtpSettingsOf } from './smtp-settings.ts';
