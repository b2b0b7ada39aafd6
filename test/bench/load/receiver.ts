import { LoopbackServer } from '../../kit/loopback-server.ts';

/** A receiver of webhooks on loopback, which can go away and come back at its address. */
export class Receiver extends LoopbackServer {
  /** Deliveries by path, as their sequence numbers came. */
  readonly sequences = new Map<string, number[]>();
  /** One body as it came. */
  lastBody = '';
  #count = 0;

  constructor() {
    super((request, response) => {
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
  }

  get count(): number {
    return this.#count;
  }

  urlOf(path: string): string {
    return this.url + path;
  }
}
