import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks on loopback, which can go away and come back at its address. */
export class Receiver {
  /** Deliveries by path, as their sequence numbers came. */
  readonly sequences = new Map<string, number[]>();
  /** One body as it came. */
  lastBody = '';
  #count = 0;
  #port = 0;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      this.#count += 1;
      this.lastBody = Buffer.concat(chunks).toString();
      const path = request.url ?? '';
      const sequences = this.sequences.get(path) ?? [];
      sequences.push(Number(request.headers['x-webhook-sequence']));
      this.sequences.set(path, sequences);
      response.writeHead(204).end();
    });
  });

  get count(): number {
    return this.#count;
  }

  urlOf(path: string): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  async up(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
