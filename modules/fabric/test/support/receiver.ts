import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that answers what its path asks for (`/hold`: when told to; `/flaky`: 503 at first) and remembers everything. */
export async function receiver(t: { teardown(work: () => unknown): unknown }) {
  const deliveries: Delivery[] = [];
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({
        method: request.method,
        path: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      const path = String(request.url);
      const isFirst = deliveries.filter((delivery) => delivery.path === path).length === 1;
      const wanted = path.startsWith('/flaky') ? (isFirst ? 503 : 200) : Number(path.split('/')[2] ?? 200);
      const answer = () => {
        response.writeHead(wanted, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ place: 'rack 4', token: 'abc' }));
      };
      if (path.startsWith('/hold')) held.push(answer);
      else answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  t.teardown(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { deliveries, held, url: `http://127.0.0.1:${port}` };
}
