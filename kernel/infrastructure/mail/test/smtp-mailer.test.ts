import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { PatchbayError } from '../../../errors/index.ts';
import { silentLogger, systemClock } from '../../../telemetry/index.ts';
import { makeOutbound } from '../../outbound/test/peer.ts';
import { type Mail, SmtpMailer, type SmtpSettings, senderOf, smtpSettingsOf } from '../index.ts';
import { certificate, smtpPeer } from './smtp-peer.ts';

const names = { 'device.example.com': ['127.0.0.1'], 'other.example.com': ['127.0.0.1'] };
const mail: Mail = { to: 'ann@example.net', subject: 'Grüße', text: 'One line\nanother\n' };

function mailerFor(test: Test, url: string, more: Partial<SmtpSettings> = {}, wholeMs?: number): SmtpMailer {
  const settings = { ...smtpSettingsOf(url), ...more };
  const sender = senderOf('Patchbay <patchbay@example.com>');
  return new SmtpMailer(settings, sender, makeOutbound(test, names), systemClock, silentLogger, wholeMs);
}

async function idOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'sent',
    (error: unknown) => (error instanceof PatchbayError ? error.id : String(error)),
  );
}

t.test('a message goes over STARTTLS, signed in, to one recipient', async (t) => {
  const peer = await smtpPeer(t);
  const mailer = mailerFor(t, `smtp://patchbay:p%40ss%3Aword@device.example.com:${peer.port}`, {
    ca: certificate,
  });
  await mailer.verify();
  t.same(peer.letters, [], 'a connection test sends nothing');
  await mailer.send({ ...mail, html: '<p>One line</p>', message_id: 'reset-1' });
  const [letter] = peer.letters;
  t.match(letter, {
    from: 'patchbay@example.com',
    to: ['ann@example.net'],
    user: 'patchbay',
    secure: true,
  });
  t.match(letter?.text, /^From: Patchbay <patchbay@example.com>\r?$/m);
  t.match(letter?.text, /^Message-ID: <reset-1@example.com>\r?$/m);
  t.match(letter?.text, /^Auto-Submitted: auto-generated\r?$/m);
  t.match(letter?.text, /One line/);
});

t.test('TLS from the first byte works as well', async (t) => {
  const peer = await smtpPeer(t, { secure: true });
  const url = `smtps://patchbay:p%40ss%3Aword@device.example.com:${peer.port}`;
  await mailerFor(t, url, { ca: certificate }).send(mail);
  t.match(peer.letters, [{ user: 'patchbay', secure: true }]);
});

t.test(
  'a certificate that is not trusted, or names another, ends it before the login is shown',
  async (t) => {
    let logins = 0;
    const onAuth = (_auth: unknown, _session: unknown, done: (error: Error) => void): void => {
      logins += 1;
      done(new Error('no'));
    };
    const peer = await smtpPeer(t, { onAuth });
    const login = 'patchbay:p%40ss%3Aword';
    const untrusted = mailerFor(t, `smtp://${login}@device.example.com:${peer.port}`);
    const misnamed = mailerFor(t, `smtp://${login}@other.example.com:${peer.port}`, { ca: certificate });
    for (const mailer of [untrusted, misnamed]) t.equal(await idOf(mailer.send(mail)), 'mail.undelivered');
    t.same([logins, peer.letters.length], [0, 0]);
  },
);

t.test(
  'without STARTTLS nothing is sent, unless the server is on this machine or it is waived',
  async (t) => {
    const peer = await smtpPeer(t, { disabledCommands: ['STARTTLS'], authOptional: true });
    const url = `device.example.com:${peer.port}`;
    t.equal(await idOf(mailerFor(t, `smtp://${url}`).send(mail)), 'mail.undelivered');
    t.equal(peer.letters.length, 0);
    t.equal(await idOf(mailerFor(t, `smtp://${url}?require_tls=false`).send(mail)), 'sent');
    t.equal(await idOf(mailerFor(t, `smtp://127.0.0.1:${peer.port}`).send(mail)), 'sent');
    t.equal(
      await idOf(mailerFor(t, `smtp://127.0.0.1:${peer.port}?require_tls=true`).send(mail)),
      'mail.undelivered',
    );
  },
);

t.test('on this machine a self-signed certificate does', async (t) => {
  const peer = await smtpPeer(t);
  await mailerFor(t, `smtp://patchbay:p%40ss%3Aword@127.0.0.1:${peer.port}`).send(mail);
  t.match(peer.letters, [{ secure: true }]);
});

t.test('a lasting refusal is told from one that passes', async (t) => {
  const peer = await smtpPeer(t);
  const mailer = mailerFor(t, `smtp://patchbay:p%40ss%3Aword@127.0.0.1:${peer.port}`);
  t.equal(await idOf(mailer.send({ ...mail, to: 'nobody@example.net' })), 'mail.refused');
  t.equal(await idOf(mailer.send({ ...mail, to: 'later@example.net' })), 'mail.undelivered');
  const wrong = mailerFor(t, `smtp://patchbay:wrong@127.0.0.1:${peer.port}`);
  t.equal(await idOf(wrong.send(mail)), 'mail.undelivered', 'an operator can mend the login');
  t.equal(await idOf(wrong.verify()), 'mail.undelivered');
  const gone = mailerFor(t, 'smtp://127.0.0.1:1');
  t.equal(await idOf(gone.send(mail)), 'mail.undelivered');
  const metadata = mailerFor(t, 'smtp://169.254.169.254:25');
  t.equal(await idOf(metadata.send(mail)), 'mail.undelivered', 'and some addresses are never asked');
});

t.test('a server that hangs at any step costs no more than the deadline', async (t) => {
  const sockets = new Set<Socket>();
  for (const greeting of ['', '220 here\r\n']) {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.write(greeting);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const mailer = mailerFor(t, `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, 200);
    const startedMs = performance.now();
    t.equal(await idOf(mailer.send(mail)), 'mail.undelivered');
    t.equal(await idOf(mailer.verify()), 'mail.undelivered');
    t.ok(performance.now() - startedMs < 8_000);
    server.close();
  }
  for (const socket of sockets) socket.destroy();
});

t.test('nothing in a field can become a header, a recipient or a body', async (t) => {
  const peer = await smtpPeer(t, { authOptional: true });
  const mailer = mailerFor(t, `smtp://127.0.0.1:${peer.port}`);
  const bad: readonly Partial<Mail>[] = [
    { to: 'ann@example.net\r\nBcc: all@example.net' },
    { to: 'ann@example.net, bob@example.net' },
    { to: 'Ann <ann@example.net>' },
    { to: 'ann' },
    { to: `${'a'.repeat(250)}@example.net` },
    { subject: 'Hello\r\nBcc: all@example.net' },
    { subject: 'x'.repeat(201) },
    { text: 'x'.repeat(100_001) },
    { text: 'a\0b' },
    { html: 'x'.repeat(500_001) },
    { message_id: 'a>\r\nX: y' },
  ];
  for (const each of bad) t.equal(await idOf(mailer.send({ ...mail, ...each })), 'mail.refused');
  await mailer.send({ ...mail, text: 'Hello\r\n.\r\nRCPT TO:<all@example.net>\r\n' });
  t.equal(peer.letters.length, 1);
  t.same(peer.letters[0]?.to, ['ann@example.net']);
});

t.test('a burst is sent a few at a time, and none is lost', async (t) => {
  let open = 0;
  let most = 0;
  const peer = await smtpPeer(t, {
    authOptional: true,
    onConnect: (_session, done) => {
      open += 1;
      most = Math.max(most, open);
      done();
    },
    onClose: () => {
      open -= 1;
    },
  });
  const mailer = mailerFor(t, `smtp://127.0.0.1:${peer.port}`);
  await Promise.all(Array.from({ length: 12 }, () => mailer.send(mail)));
  t.equal(peer.letters.length, 12);
  t.ok(most <= 8, `${most} connections at once`);
});
