import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../outbound/test/fixtures/${name}`, import.meta.url), 'utf8');
export const certificate = fixture('device.cert.pem');

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly text: string;
}

export interface SmtpPeer {
  readonly port: number;
  readonly received: readonly Received[];
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** A real SMTP server on loopback with STARTTLS and the login `patchbay` / `p@ss:word`. */
export async function smtpPeer(t: Teardown, options: SMTPServerOptions = {}): Promise<SmtpPeer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    key: fixture('device.key.pem'),
    cert: certificate,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'patchbay' && password === 'p@ss:word'
        ? done(null, { user: username })
        : done(new Error('Invalid login')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody')
        ? done(Object.assign(new Error('No such user'), { responseCode: 550 }))
        : address.startsWith('later')
          ? done(Object.assign(new Error('Try later'), { responseCode: 451 }))
          : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          secure: session.secure,
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (listening.address() as AddressInfo).port, received };
}
