import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Behaviour = (response: ServerResponse, received: Received) => void;

export const answers =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = 'thanks'): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** A receiver on loopback that remembers everything and behaves as told; it can go away and come back. */
export class Receiver extends LoopbackServer {
  readonly received: Received[] = [];
  /** Answers that wait for the test. */
  readonly held: (() => void)[] = [];
  behave: Behaviour = answers(200);

  constructor() {
    super((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => {
        const received = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        };
        this.received.push(received);
        this.behave(response, received);
      });
    });
  }

  /** Starts one of this class for a test. */
  static async start<R extends Receiver>(
    this: new () => R,
    t: { teardown(work: () => unknown): unknown },
  ): Promise<R> {
    const receiver = new this();
    await receiver.up();
    t.teardown(() => receiver.down());
    return receiver;
  }

  /** Has every request wait from now on, until the test answers what is held. */
  hold(): void {
    this.behave = (response, received) => void this.held.push(() => answers(200)(response, received));
  }
}
