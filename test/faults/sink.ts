import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks that keeps what came, beside the platform's own account of it. */
export class Sink {
  readonly deliveries: { readonly id: string; readonly body: Record<string, unknown> }[] = [];
  readonly #server = createServer((request, response) => {
    void this.#take(request).finally(() => response.end('ok'));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async #take(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.deliveries.push({
      id: String(request.headers['x-fabric-delivery'] ?? ''),
      body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>,
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
