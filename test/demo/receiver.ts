import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Verification, verifyWebhook } from '@patchbay/plugins-sdk/webhooks';

/** A server of another company: refuses at first, later believes what its secret proves. */
export class Receiver {
  readonly verified: Verification[] = [];
  refuses = true;
  secret = '';
  refused = 0;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (this.refuses) {
        this.refused += 1;
        response.writeHead(500).end('out of order');
        return;
      }
      const { headers } = request;
      this.verified.push(verifyWebhook({ headers, body: Buffer.concat(chunks) }, { secrets: this.secret }));
      response.writeHead(204).end();
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/deliveries`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
