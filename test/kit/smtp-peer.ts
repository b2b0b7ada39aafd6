import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Letter {
  /** Empty for a bounce. */
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly text: string;
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** Answer to a recipient: null takes it, a number refuses with that code (RFC 5321, section 4.2). */
export const refusing =
  (codeOf: (address: string) => number | null): NonNullable<SMTPServerOptions['onRcptTo']> =>
  ({ address }, _session, done) => {
    const responseCode = codeOf(address);
    done(responseCode === null ? null : Object.assign(new Error('Refused'), { responseCode }));
  };

const open: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true };

/** A real SMTP server on loopback, which anybody may use unless it has a certificate; it ends with the test. */
export async function smtpPeer(t: Teardown, options: SMTPServerOptions = {}) {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    ...(options.cert === undefined ? open : {}),
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
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
  const { port } = listening.address() as AddressInfo;
  return { port, url: `smtp://127.0.0.1:${port}`, letters };
}
