import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import { Service } from '../../../di/index.ts';
import { type PatchbayError, unavailable } from '../../../errors/index.ts';
import type { Logger } from '../../../telemetry/index.ts';
import type { ConnectingPool } from './connecting-pool.ts';

/** Longest that starts, jobs and other work without a deadline of its own wait for a connection. */
export const CONNECTION_WAIT_MS = 30_000;
/** Longest wait of work that holds a connection already: with all held by such, each would wait for the others. */
const NESTED_WAIT_MS = 5_000;
/** Waiting for a connection this long is said in the log, at most as often. */
const LONG_WAIT_MS = 1_000;
const SAID_EVERY_MS = 10_000;
/** Work that may wait for a connection of one pool; more is refused at once. */
export const MAX_WAITING = 2_000;

/** When the work at hand ends anyway, in milliseconds of `performance.now()`. */
const deadlines = new AsyncLocalStorage<number>();
/** Whether the work at hand holds a connection, of whichever pool. */
const holding = new AsyncLocalStorage<true>();

/** Lets everything inside `work` wait for connections until the deadline, instead of half a minute. */
export const waitingUntil = <T>(deadlineMs: number, work: () => T): T => deadlines.run(deadlineMs, work);

/** Runs work that holds a connection: for a further one it waits shortly. */
export const holdingConnection = <T>(work: () => T): T => holding.run(true, work);

/** Runs work that outlives its caller: it waits neither under its caller's deadline nor as a holder of its connection. */
export const detached = <T>(work: () => T): T => deadlines.exit(() => holding.exit(work));

/**
 * Hands out the connections of one pool. Waits as long as the caller's own deadline allows, since a pool whose
 * connections are all in use is busy and not gone; only a full queue is refused early.
 */
export class Connections extends Service<{ pool: ConnectingPool; name: string; logger: Logger }> {
  /** Refuses each that waits. */
  readonly #waiting = new Set<() => void>();
  #closed: Promise<void> | undefined;
  #saidMs = Number.NEGATIVE_INFINITY;

  /** Throws `kernel.unavailable` when there is none in time, or when too many wait. */
  async take(): Promise<PoolClient> {
    if (this.#closed) throw stopping();
    if (this.parts.pool.idleCount > this.parts.pool.waitingCount)
      return this.parts.pool.connect().catch(unreachable);
    if (this.parts.pool.waitingCount >= MAX_WAITING) throw busy();
    return this.#wait(this.#maxMs());
  }

  /** Refuses all that wait, which the pool itself would leave waiting for ever; resolves when all are given back. */
  close(): Promise<void> {
    this.#closed ??= this.parts.pool.end();
    this.parts.pool.abandonConnecting();
    for (const refuse of this.#waiting) refuse();
    return this.#closed;
  }

  #maxMs(): number {
    if (holding.getStore()) return NESTED_WAIT_MS;
    // A timer or a loop that was begun under a deadline may outlive it; then it has none.
    const leftMs = (deadlines.getStore() ?? 0) - performance.now();
    return leftMs > 0 ? leftMs : CONNECTION_WAIT_MS;
  }

  #wait(maxMs: number): Promise<PoolClient> {
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
    let isOver = false;
    const refuse = (error: () => PatchbayError): void => {
      isOver = true;
      settle();
      reject(error());
    };
    const refuseStopping = (): void => refuse(stopping);
    const long = setTimeout(() => this.#tell(), LONG_WAIT_MS).unref();
    const end = setTimeout(refuse, maxMs, busy);
    const settle = (): void => {
      clearTimeout(long);
      clearTimeout(end);
      this.#waiting.delete(refuseStopping);
    };
    this.#waiting.add(refuseStopping);
    this.parts.pool.connect().then(
      (client) => {
        settle();
        if (isOver) client.release();
        else resolve(client);
      },
      (cause) => {
        settle();
        reject(notReached(cause));
      },
    );
    return promise;
  }

  #tell(): void {
    const nowMs = performance.now();
    if (nowMs - this.#saidMs < SAID_EVERY_MS) return;
    this.#saidMs = nowMs;
    const { waitingCount: waiting, totalCount: connections } = this.parts.pool;
    this.parts.logger.warn('work waits for a database connection', {
      pool: this.parts.name,
      waiting,
      connections,
    });
  }
}

const busy = () => unavailable({ message: 'The database is busy; try again shortly.', retryAfterSeconds: 1 });

const stopping = () =>
  unavailable({ message: 'The process is stopping; try again shortly.', retryAfterSeconds: 1 });

const notReached = (cause: unknown) =>
  unavailable({ message: 'The database cannot be reached right now.', cause });

const unreachable = (cause: unknown): never => {
  throw notReached(cause);
};
