import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the platform posted
  readonly body: any;
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** A receiver that answers with the status its path ends in, holds what asks for it, and remembers everything. */
export async function receiver(t: Teardown) {
  const received: Received[] = [];
  const held: ServerResponse[] = [];
  const statuses = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      if (path.startsWith('/hang')) return void held.push(response);
      response.writeHead(statuses.get(path) ?? 200);
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  t.teardown(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const to = (path: string) => received.filter((each) => each.path === path);
  return { received, held, statuses, to, url: `http://127.0.0.1:${port}` };
}
