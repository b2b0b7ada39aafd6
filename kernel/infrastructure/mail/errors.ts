import { defineError } from '../../errors/index.ts';

/** No SMTP server is configured where mail must not go to a folder: set `SMTP_URL` and `MAIL_FROM`. */
export const mailNotConfigured = defineError({
  id: 'mail.not_configured',
  kind: 'unavailable',
  message: 'This platform cannot send mail yet.',
});

/** The server could not be reached, did not answer in time, or refused for now; a later try may succeed. */
export const mailUndelivered = defineError({
  id: 'mail.undelivered',
  kind: 'unavailable',
  message: 'The mail could not be handed to the mail server.',
});

/** The message or its recipient will never be taken: a bad field, or the server's lasting refusal. */
export const mailRefused = defineError({
  id: 'mail.refused',
  kind: 'invalid',
  message: 'This mail cannot be sent.',
});
