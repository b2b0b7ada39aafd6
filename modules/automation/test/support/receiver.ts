import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on loopback that remembers everything; under `/hold` it answers nobody. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const path = String(request.url);
      this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (!path.startsWith('/hold') || !this.isHolding) response.end('thanks');
    });
  });
  isHolding = true;

  static async start(t: { teardown(work: () => unknown): unknown }): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => {
      receiver.#server.closeAllConnections();
      receiver.#server.close();
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ids of effects that came to a path. */
  effectsAt(path: string): readonly string[] {
    return this.received
      .filter((each) => each.path === path)
      .map(({ headers }) => String(headers['x-fabric-delivery']));
  }
}
