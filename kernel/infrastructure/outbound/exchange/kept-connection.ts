import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Client } from 'undici';
import type { Clock } from '../../../telemetry/index.ts';
import { fingerprintOf } from '../dial.ts';
import { asFailure, OutboundFailure } from '../errors.ts';
import type { CheckedRequest } from '../request.ts';
import { readBody } from './read-body.ts';
import { MAX_ANSWER_HEADER_BYTES, OutboundReply } from './reply.ts';

/**
 * Requests come in bursts. Servers close idle connections after five seconds or more; a write must not meet that end,
 * even where one of both sides runs seconds late.
 */
const IDLE_MS = 1_000;

/** One connection to an address that the guard let through; it takes one request at a time and is never dialled again. */
export class KeptConnection {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #clock: Pick<Clock, 'monotonicMs' | 'now'>;
  #usedAt: { readonly monotonicMs: number; readonly wallMs: number };

  private constructor(client: Client, socket: Socket, clock: Pick<Clock, 'monotonicMs' | 'now'>) {
    this.#client = client;
    this.#socket = socket;
    this.#clock = clock;
    this.#usedAt = this.#now();
  }

  /** Loads the client at the first kept connection; many processes need none. */
  static async over(
    socket: Socket,
    origin: string,
    clock: Pick<Clock, 'monotonicMs' | 'now'>,
  ): Promise<KeptConnection> {
    const { Client } = await import('undici');
    let isUsed = false;
    const client = new Client(origin, {
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // The request's own deadline ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
      connect: (_options, callback) => {
        const gone = isUsed ? new OutboundFailure('ECONNRESET', { sent: false }) : null;
        isUsed = true;
        queueMicrotask(() => (gone === null ? callback(null, socket) : callback(gone, null)));
      },
    });
    return new KeptConnection(client, socket, clock);
  }

  /**
   * False once either side has ended it, and once it was idle for so long that the other side may have: a process that
   * stood still has not heard of that yet. Monotonic time stands still while a machine sleeps, so wall time counts, too.
   */
  get isOpen(): boolean {
    const [now, used] = [this.#now(), this.#usedAt];
    const idleMs = Math.max(now.monotonicMs - used.monotonicMs, now.wallMs - used.wallMs);
    return idleMs < IDLE_MS && !this.#socket.destroyed && this.#socket.writable && !this.#client.destroyed;
  }

  /** Calls back at the end of the connection. */
  onClose(closed: () => void): void {
    this.#socket.once('close', closed);
  }

  /** Sends one request and reads its answer. After a failure or a truncated answer the connection is closed. */
  async send(call: CheckedRequest, signal: AbortSignal): Promise<OutboundReply> {
    if (call.mayBegin?.() === false) {
      this.close();
      throw new OutboundFailure('ECANCELED', { sent: false });
    }
    const { method, path, body = null } = call;
    try {
      const answer = await this.#client.request({
        method: method as 'POST',
        path,
        body,
        headers: call.headers as Record<string, string>,
        signal,
        responseHeaders: 'raw',
      });
      const headers = headersOf(answer.headers as unknown as readonly string[]);
      const parts = { status: answer.statusCode, headers, body: answer.body };
      const read = await readBody(parts, method, call.maxBytes);
      if (read.truncated) this.close();
      this.#usedAt = this.#now();
      return new OutboundReply(parts, read, fingerprintOf(this.#socket));
    } catch (error) {
      this.close();
      throw signal.aborted ? new OutboundFailure('ABORT_ERR', { sent: true }) : asFailure(error, true);
    }
  }

  #now() {
    return { monotonicMs: this.#clock.monotonicMs(), wallMs: this.#clock.now().getTime() };
  }

  close(): void {
    this.#client.destroy().catch(() => {});
    this.#socket.destroy();
  }
}

/** Names in lower case; `set-cookie` is a list, further values of another name follow after a comma. */
function headersOf(raw: readonly string[]): IncomingHttpHeaders {
  const headers: Record<string, string | string[]> = Object.create(null);
  for (let place = 0; place + 1 < raw.length; place += 2) {
    const [name, value] = [(raw[place] ?? '').toLowerCase(), raw[place + 1] ?? ''];
    const known = headers[name];
    if (name === 'set-cookie') headers[name] = [...(known ?? []), value];
    else headers[name] = known === undefined ? value : `${known}, ${value}`;
  }
  return headers;
}
