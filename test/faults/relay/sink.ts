import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the receiver saw it. */
export interface Delivery {
  readonly path: string;
  /** What the sender promises to be one per effect. */
  readonly id: string;
  /** Of a webhook subscription; 0 for others. */
  readonly sequence: number;
  readonly body: Record<string, unknown>;
}

/** A receiver of webhooks that keeps what came, beside the platform's own account of it. */
export class Sink {
  readonly deliveries: Delivery[] = [];
  readonly #server = createServer((request, response) => {
    void this.#take(request).finally(() => response.end('ok'));
  });

  /** Answers its address; paths below it are as good. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** What came to the path below its address. */
  at(path: string): readonly Delivery[] {
    return this.deliveries.filter((delivery) => delivery.path === `/hook${path}`);
  }

  async #take(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers } = request;
    this.deliveries.push({
      path: request.url ?? '',
      id: String(headers['x-fabric-delivery'] ?? headers['x-webhook-id'] ?? ''),
      sequence: Number(headers['x-webhook-sequence'] ?? 0),
      body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>,
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
