import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { mailRefused } from './errors.ts';
import type { Mail } from './mailer.ts';
import type { Sender } from './sender.ts';

const MOST = { to: 254, subject: 200, text: 100_000, html: 500_000 };
const CONTROLS = /\p{Cc}/u;
/** Bodies have lines; NUL and the rest of the controls have no place in them. */
const BODY_CONTROLS = /[^\P{Cc}\r\n\t]/u;
const MESSAGE_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** One bare address: nothing that an address list, a comment or a display name is made of. */
const ADDRESS = /^[^\s@<>()[\]:;,"\\]+@[^\s@<>()[\]:;,"\\]+$/u;

/** Whether `text` is one address and nothing else. */
export const isAddress = (text: string): boolean =>
  text.length <= MOST.to && !CONTROLS.test(text) && ADDRESS.test(text);

/** The message as nodemailer takes it; throws `mail.refused` for any field that cannot be sent as meant. */
export function checkedMail(mail: Mail, from: Sender, date: Date): SendMailOptions {
  const { to, subject, text, html, message_id = randomUUID() } = mail;
  if (!isAddress(to)) throw refuse('recipient');
  if (subject.length > MOST.subject || CONTROLS.test(subject)) throw refuse('subject');
  if (text.length > MOST.text || BODY_CONTROLS.test(text)) throw refuse('text');
  if (html !== undefined && (html.length > MOST.html || BODY_CONTROLS.test(html))) throw refuse('HTML');
  if (!MESSAGE_ID.test(message_id)) throw refuse('message id');
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    envelope: { from: from.address, to },
    messageId: `<${message_id}@${from.domain}>`,
    date,
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const refuse = (what: string) => mailRefused({ message: `This mail cannot be sent: ${what}.` });
