import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Fault, FaultSwitches } from './faults.ts';
import type { LabClock } from './lab-clock.ts';
import type { LabAnswer, LabProduct, LabRequest } from './lab-product.ts';
import type { Ledger, LedgerResult } from './ledger.ts';
import { closed, listen, readBytes } from './loopback.ts';
import type { SelfSigned } from './self-signed.ts';

export interface LabServerParts {
  readonly product: LabProduct;
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly clock: LabClock;
  readonly tls: SelfSigned | undefined;
  readonly port: number;
}

const maxBody = 1024 * 1024;
const maxLedgerBody = 65_536;

/** Serves one product on 127.0.0.1, and is where its connections misbehave. */
export class LabServer {
  readonly #parts: LabServerParts;
  #server: Server | undefined;
  #port: number;
  #wake: (() => void) | undefined;
  #stopped = true;

  constructor(parts: LabServerParts) {
    this.#parts = parts;
    this.#port = parts.port;
  }

  get port(): number {
    return this.#port;
  }

  get up(): boolean {
    return this.#server !== undefined;
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#open();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#close();
  }

  /** Refuses connections for a time on the lab clock, or until `comeUp` when it is infinite. */
  goDown(forMs: number): void {
    void this.#close();
    if (Number.isFinite(forMs)) this.#wake = this.#parts.clock.after(forMs, () => void this.comeUp());
  }

  async comeUp(): Promise<void> {
    this.#wake?.();
    this.#wake = undefined;
    if (this.#stopped || this.#server !== undefined) return;
    try {
      await this.#open();
    } catch {
      // Another process holds the port for a moment; the address must not change, so it is tried again.
      this.#wake = this.#parts.clock.after(100, () => void this.comeUp());
    }
  }

  async #open(): Promise<void> {
    const server = this.#create();
    this.#port = await listen(server, this.#port);
    if (this.#stopped || this.#server !== undefined) server.close();
    else this.#server = server;
  }

  #close(): Promise<void> {
    this.#wake?.();
    this.#wake = undefined;
    const server = this.#server;
    this.#server = undefined;
    return closed(server);
  }

  #create(): Server {
    const { tls } = this.#parts;
    const handle = (incoming: IncomingMessage, response: ServerResponse) =>
      void this.#serve(incoming, response);
    const server = tls ? createTlsServer({ key: tls.key, cert: tls.cert }, handle) : createServer(handle);
    server.maxConnections = 512;
    server.requestTimeout = 60_000;
    return server;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => response.destroy());
    try {
      await this.#answer(incoming, response);
    } catch {
      response.destroy();
    }
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { product, faults, clock } = this.#parts;
    const url = URL.parse(incoming.url ?? '/', 'http://lab.invalid');
    const bytes = await readBytes(incoming, maxBody);
    if (url === null || bytes === null) return deliver(response, product.refusal('too_large'));
    const method = (incoming.method ?? 'GET').toUpperCase();
    const path = url.pathname;
    const body = bytes.toString('utf8');
    const request: LabRequest = {
      method,
      path,
      query: url.searchParams,
      headers: incoming.headers,
      body,
      bytes,
    };
    const fault = faults.take(method, path, body);
    if (fault?.kind === 'drop_after_read') {
      this.#record(request, 'not_executed', { status: 0, body: null }, fault);
      response.destroy();
      return;
    }
    if (fault?.kind === 'hang') {
      const closed = product.refusal('session_closed');
      this.#record(request, 'not_executed', { ...closed, status: 0 }, fault);
      return this.#later(response, closed, product.sessionLimitMs);
    }
    const answer = this.#execute(request, fault);
    if (fault?.kind === 'drop_before_answer') {
      response.destroy();
      answer.afterwards?.();
      return;
    }
    if (fault?.kind === 'half_answer') return deliverHalf(response, answer);
    const waitMs = answer.after_ms ?? 0;
    if (waitMs > 0) return this.#later(response, answer, waitMs);
    if (fault?.kind === 'slow') {
      // The device has acted; whether the caller still listens decides only whether it hears of it.
      clock.after(fault.delay_ms ?? 0, () => deliver(response, answer));
      return;
    }
    deliver(response, answer);
  }

  #execute(request: LabRequest, fault: Fault | undefined): LabAnswer {
    const { product } = this.#parts;
    const forced = fault?.kind === 'unauthorized' || fault?.kind === 'rate_limited' ? fault.kind : null;
    const refused = forced ? product.refusal(forced) : product.authenticate(request);
    const answer = refused ?? product.execute(request);
    const isRefused = answer.refused === true || answer.status >= 400;
    this.#record(request, isRefused ? 'refused' : 'executed', answer, fault);
    return answer;
  }

  #record(request: LabRequest, result: LedgerResult, answer: LabAnswer, fault: Fault | undefined): void {
    const { product, ledger } = this.#parts;
    if (!product.isWrite(request)) return;
    const search = request.query.size > 0 ? `?${request.query}` : '';
    ledger.append({
      method: request.method,
      path: request.path + search,
      body: request.body.slice(0, maxLedgerBody),
      outcome: {
        result,
        status: answer.status,
        ...(answer.detail === undefined ? {} : { detail: answer.detail }),
        ...(fault === undefined ? {} : { fault: fault.kind }),
      },
      state_hash: product.stateHash(),
    });
  }

  #later(response: ServerResponse, answer: LabAnswer, afterMs: number): void {
    const cancel = this.#parts.clock.after(afterMs, () => deliver(response, answer));
    response.once('close', cancel);
  }
}

const contentOf = ({ bytes, body }: LabAnswer): Buffer | string | null => bytes ?? body;

function head(response: ServerResponse, answer: LabAnswer): void {
  const headers: Record<string, string | string[]> = { ...answer.headers };
  const content = contentOf(answer);
  if (content !== null) headers['content-length'] = String(Buffer.byteLength(content));
  response.writeHead(answer.status, headers);
}

function deliver(response: ServerResponse, answer: LabAnswer): void {
  if (response.destroyed) {
    answer.afterwards?.();
    return;
  }
  if (answer.afterwards) response.once('close', answer.afterwards);
  head(response, answer);
  // A connection that is about to be cut must not be offered for reuse.
  if (answer.afterwards) response.shouldKeepAlive = false;
  response.end(contentOf(answer) ?? undefined);
}

function deliverHalf(response: ServerResponse, answer: LabAnswer): void {
  head(response, answer);
  const body = Buffer.from(contentOf(answer) ?? '');
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    response.destroy();
    answer.afterwards?.();
  });
}
