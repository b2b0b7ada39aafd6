import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Letter {
  readonly to: readonly string[];
  readonly text: string;
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** A real SMTP server on loopback that anybody may use; `refuse` says what it answers to a recipient. */
export async function smtpPeer(t: Teardown, refuse: (address: string) => number | null = () => null) {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      const responseCode = refuse(address);
      done(responseCode === null ? null : Object.assign(new Error('Not here'), { responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        letters.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  return { letters, url: `smtp://127.0.0.1:${port}` };
}
