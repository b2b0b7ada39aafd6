import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the router answers to a path below `/rest`; text goes out as it is. */
export type Answers = Readonly<Record<string, unknown>>;

const plain: Answers = {
  '/system/resource': { version: '7.16 (stable)', 'board-name': 'CHR' },
  '/system/routerboard': [],
  '/system/identity': { name: 'hostile' },
  '/interface': [{ '.id': '*1', name: 'ether1', type: 'ether', 'mac-address': '02:00:00:00:00:01' }],
};

/** A router that answers whatever a test wants, and keeps what it was sent. */
export class HostileRouter {
  readonly authorizations: string[] = [];
  answers: Answers = {};
  #server: Server | undefined;

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const { authorization } = request.headers;
      if (authorization !== undefined) this.authorizations.push(authorization);
      const path = (request.url ?? '').replace(/^\/rest/, '').replace(/\?.*$/, '');
      const answer = this.answers[path] ?? plain[path] ?? [];
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(text);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
