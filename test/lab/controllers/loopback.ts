import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on 127.0.0.1 only; 0 picks a free port. Returns the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      server.on('error', () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Ends a server and its connections; one that is not there has ended. */
export function closed(server: Server | undefined): Promise<void> {
  if (server === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The whole body as text; null when it is longer than allowed. A connection cut while reading rejects. */
export async function readBody(incoming: IncomingMessage, most: number): Promise<string | null> {
  return (await readBytes(incoming, most))?.toString('utf8') ?? null;
}

/** The whole body as it came, under the same rules. */
export async function readBytes(incoming: IncomingMessage, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= most) parts.push(part);
  }
  return size > most ? null : Buffer.concat(parts);
}
