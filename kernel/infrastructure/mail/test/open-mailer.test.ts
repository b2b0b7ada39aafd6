import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { ConfigError, readKernelConfig } from '../../../config/index.ts';
import { createLogger, ManualClock } from '../../../telemetry/index.ts';
import { mailNotConfigured, openMailer, senderOf, smtpSettingsOf } from '../index.ts';

const outbound = { openSocket: () => Promise.reject(new Error('not expected')) };
const mail = {
  to: 'ann@example.net',
  subject: 'Hello',
  text: `https://patchbay.example.com/?y=${'z'.repeat(100)}\n`,
};

function opened(environment: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', stream: { write: (line: string) => void lines.push(line) } });
  const config = readKernelConfig(environment);
  const mailer = openMailer({ config, outbound, clock: new ManualClock(), logger });
  return { mailer, lines };
}

t.test(
  'in development a message becomes a file that its owner alone reads, and the log says where',
  async (t) => {
    const { mailer, lines } = opened({ DATA_DIR: t.testdir() });
    await mailer.verify();
    await mailer.send({ ...mail, message_id: 'reset-1' });
    await mailer.send({ ...mail, message_id: 'reset-1' });
    const folder = join(t.testdirName, 'mail');
    t.same(
      await readdir(folder),
      ['2026-01-01T00-00-00.000Z-reset-1.eml'],
      'a repetition replaces the first',
    );
    const file = join(folder, '2026-01-01T00-00-00.000Z-reset-1.eml');
    t.equal((await stat(file)).mode & 0o777, 0o600);
    const text = await readFile(file, 'utf8');
    t.match(text, /^To: ann@example.net$/m);
    t.match(text, /^From: Patchbay <patchbay@localhost>$/m);
    t.match(text, /^https:\/\/patchbay\.example\.com\/\?y=z{100}$/m, 'a link can be read and followed');
    t.match(lines.join('\n'), file);
  },
);

t.test('elsewhere, without a server, sending fails and the log says what to set', async (t) => {
  const SECRET_KEY = 'Lq7vR2xWm9TzYc4KdN8hPb3gJf6sUe1a';
  for (const ENVIRONMENT of ['staging', 'production']) {
    const { mailer, lines } = opened({ ENVIRONMENT, SECRET_KEY, DATA_DIR: t.testdir() });
    await t.rejects(mailer.send(mail), mailNotConfigured());
    t.match(lines.join('\n'), /SMTP_URL .* and MAIL_FROM/);
    await t.rejects(mailer.verify(), /SMTP_URL and MAIL_FROM are not set/);
    t.same(await readdir(t.testdirName), []);
  }
});

t.test('settings that cannot be used end the start, and never show the password', async (t) => {
  const bad = [
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://user:hush@mail.example.com/path',
    'smtp://user:hush@mail.example.com?require_tls=maybe',
    'smtp://user:hush@mail.example.com?ignore_tls=true',
    'smtp://user:%E0hush@mail.example.com',
  ];
  for (const SMTP_URL of bad) {
    t.throws(() => opened({ SMTP_URL, MAIL_FROM: 'a@example.com' }), ConfigError, SMTP_URL);
    t.throws(() => smtpSettingsOf(SMTP_URL), { message: /^(?!.*hush)/ });
  }
  t.throws(() => opened({ SMTP_URL: 'smtp://mail.example.com' }), /MAIL_FROM is required/);
  for (const MAIL_FROM of ['nobody', 'a@example.com, b@example.com', 'A <a@b.c>\r\nBcc: d@e.f', '<>'])
    t.throws(() => senderOf(MAIL_FROM), /MAIL_FROM takes one address/, MAIL_FROM);
});

t.test('an SMTP URL says host, port, TLS and login', async (t) => {
  t.match(smtpSettingsOf('smtp://mail.example.com'), { port: 587, isSecure: false, requiresTls: true });
  t.match(smtpSettingsOf('smtps://[::1]'), { host: '::1', port: 465, isSecure: true, isLoopback: true });
  t.match(smtpSettingsOf('smtp://127.0.0.1:2525?require_tls=true'), { port: 2525, requiresTls: true });
  const { login } = smtpSettingsOf('smtp://a%40b:p%3Aw@mail.example.com');
  t.equal(login?.user, 'a@b');
  t.equal(login?.password.reveal(), 'p:w');
  t.notMatch(JSON.stringify(login), /p:w/);
});
