import type { Clock } from '../../../telemetry/index.ts';
import { BoundedMemo } from '../../cache/index.ts';
import { type DialTarget, dial } from '../dial.ts';
import { asFailure, type OutboundFailure } from '../errors.ts';
import type { CheckedRequest } from '../request.ts';
import { KeptConnection } from './kept-connection.ts';
import type { OutboundReply } from './reply.ts';

/** Destinations whose connections are kept; the one unused longest goes first. */
const MAX_DESTINATIONS = 500;
/** Requests come in waves, as many at once as one organization may have under way. */
const MAX_IDLE = 32;

/** Idle connections, by everything that decides who is at the other end and what was demanded of it. */
export class KeptConnections {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'now'>;
  readonly #idle = new Map<string, Set<KeptConnection>>();
  readonly #unfit = new BoundedMemo<true>(MAX_DESTINATIONS);
  #isDisposed = false;

  constructor(clock: Pick<Clock, 'monotonicMs' | 'now'>) {
    this.#clock = clock;
  }

  /** False for a destination that answers in a way that only a connection of its own understands. */
  isFit(call: CheckedRequest, target: DialTarget): boolean {
    return this.#unfit.get(keyOf(call, target)) === undefined;
  }

  /** One request over an idle connection, or a new one. A read over one that had gone stale is sent again. */
  async send(
    call: CheckedRequest,
    target: DialTarget,
    connectMs: number,
    signal: AbortSignal,
  ): Promise<OutboundReply> {
    const key = keyOf(call, target);
    const idle = this.#take(key);
    if (idle !== undefined)
      try {
        return await this.#over(idle, key, call, signal);
      } catch (error) {
        const { sent, code } = asFailure(error, true);
        const isRead = call.method === 'GET' || call.method === 'HEAD';
        const isStale = code === 'ECONNRESET' && (!sent || isRead);
        if (!isStale || signal.aborted) throw error;
      }
    const socket = await dial(target, connectMs, signal);
    const connection = await KeptConnection.over(socket, call.origin, this.#clock);
    connection.onClose(() => this.#idle.get(key)?.delete(connection));
    return this.#over(connection, key, call, signal);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const key of this.#idle.keys()) this.#forget(key);
  }

  async #over(connection: KeptConnection, key: string, call: CheckedRequest, signal: AbortSignal) {
    try {
      return await connection.send(call, signal);
    } catch (error) {
      if (isUnasked(error)) this.#unfit.set(key, true);
      throw error;
    } finally {
      this.#give(key, connection);
    }
  }

  #take(key: string): KeptConnection | undefined {
    const idle = this.#idle.get(key);
    for (const connection of idle ?? []) {
      idle?.delete(connection);
      if (connection.isOpen) return connection;
      connection.close();
    }
    return undefined;
  }

  #give(key: string, connection: KeptConnection): void {
    const idle = this.#idle.get(key) ?? new Set();
    if (!connection.isOpen || this.#isDisposed || idle.size >= MAX_IDLE) connection.close();
    else {
      this.#idle.delete(key);
      this.#idle.set(key, idle.add(connection));
    }
    const [oldest] = this.#idle.keys();
    if (oldest !== undefined && this.#idle.size > MAX_DESTINATIONS) this.#forget(oldest);
  }

  #forget(key: string): void {
    const idle = this.#idle.get(key) ?? [];
    this.#idle.delete(key);
    for (const connection of idle) connection.close();
  }
}

const keyOf = (call: CheckedRequest, target: DialTarget): string =>
  JSON.stringify([call.policy, call.origin, target.address, target.tls ?? null]);

/** undici takes a `100 Continue` that it did not ask for as a broken answer; RFC 9110 section 15.2 allows it. */
const isUnasked = (error: unknown): boolean => {
  const { cause } = error as OutboundFailure;
  return cause instanceof Error && cause.message === 'bad response';
};
