import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type FaultSwitches, InvalidFault, parseFault } from './faults.ts';
import type { LabClock } from './lab-clock.ts';
import type { Ledger } from './ledger.ts';
import { closed, listen, readBody } from './loopback.ts';

export interface ControlParts {
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly clock: LabClock;
  readonly port: number;
  readonly summary: () => Readonly<Record<string, unknown>>;
  readonly state: () => Readonly<Record<string, unknown>>;
  /** Switches the product off for a time, or on again. */
  readonly power: (up: boolean, forMs: number) => Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const maxBody = 65_536;

/**
 * The bench side of a simulated controller, on its own loopback port: GET `/`, `/ledger?after=`, `/state`, `/faults`;
 * POST `/faults`, `/clock`, `/power`; DELETE `/faults`, `/faults/<id>`. Bodies and answers are JSON.
 */
export class ControlServer {
  readonly #parts: ControlParts;
  #server: Server | undefined;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  async start(): Promise<string> {
    const server = createServer((incoming, response) => void this.#serve(incoming, response));
    server.maxConnections = 64;
    server.requestTimeout = 10_000;
    const port = await listen(server, this.#parts.port);
    this.#server = server;
    return `http://127.0.0.1:${port}`;
  }

  stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    return closed(server);
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => response.destroy());
    let reply: Reply;
    try {
      reply = await this.#reply(incoming);
    } catch (error) {
      const known =
        error instanceof InvalidFault || error instanceof RangeError || error instanceof SyntaxError;
      reply = { status: known ? 400 : 500, body: { detail: known ? error.message : 'failed' } };
    }
    if (response.destroyed) return;
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
  }

  async #reply(incoming: IncomingMessage): Promise<Reply> {
    const { faults, ledger, summary, state } = this.#parts;
    const url = URL.parse(incoming.url ?? '/', 'http://lab.invalid');
    const path = url?.pathname ?? '/';
    if (incoming.method === 'GET') {
      if (path === '/') return { status: 200, body: summary() };
      if (path === '/state') return { status: 200, body: state() };
      if (path === '/faults') return { status: 200, body: { faults: faults.list() } };
      if (path === '/ledger') {
        const after = Number(url?.searchParams.get('after') ?? 0);
        return { status: 200, body: { entries: ledger.entries(Number.isInteger(after) ? after : 0) } };
      }
    }
    if (incoming.method === 'DELETE' && path.startsWith('/faults')) {
      const id = path.slice('/faults/'.length);
      faults.clear(id === '' ? undefined : Number(id));
      return { status: 200, body: { faults: faults.list() } };
    }
    if (incoming.method === 'POST') return this.#command(path, await jsonBody(incoming));
    return { status: 404, body: { detail: 'no such path' } };
  }

  async #command(path: string, body: Readonly<Record<string, unknown>>): Promise<Reply> {
    const { faults, clock, power } = this.#parts;
    if (path === '/faults') {
      const id = faults.set(parseFault(body));
      return { status: 201, body: { id, faults: faults.list() } };
    }
    if (path === '/clock') {
      clock.advance(Number(body['advance_ms']));
      return { status: 200, body: { now: new Date(clock.now()).toISOString() } };
    }
    if (path === '/power') {
      await power(
        body['up'] === true,
        body['for_ms'] === undefined ? Number.POSITIVE_INFINITY : Number(body['for_ms']),
      );
      return { status: 200, body: { up: body['up'] === true } };
    }
    return { status: 404, body: { detail: 'no such path' } };
  }
}

async function jsonBody(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  // A page in a developer's browser cannot send this type across origins, so it cannot switch faults.
  if (!incoming.headers['content-type']?.startsWith('application/json'))
    throw new RangeError('send application/json');
  const text = await readBody(incoming, maxBody);
  if (text === null) throw new RangeError('body too large');
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new RangeError('send an object');
  return { ...parsed };
}
