import { Agent, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DialTarget, dial } from './dial.ts';

/** As many as requests may be under way to one destination, so that none waits unseen for a socket. */
const MAX_SOCKETS = 64;
/** Requests come in waves, as many at once as one organization may have under way. */
const MAX_IDLE_SOCKETS = 32;
const IDLE_MS = 15_000;

/** Options of the agent besides Node's own; Node keeps `signal` to itself. */
export interface PinnedOptions extends RequestOptions {
  readonly dialSignal?: AbortSignal;
}

/** Connections to exactly one address; it cannot be talked into resolving anything. */
export class PinnedAgent extends Agent {
  readonly #target: DialTarget;
  readonly #connectMs: number;

  constructor(target: DialTarget, options: { readonly keepAlive: boolean; readonly connectMs: number }) {
    super(
      options.keepAlive
        ? { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_IDLE_SOCKETS, timeout: IDLE_MS }
        : { keepAlive: false },
    );
    this.#target = target;
    this.#connectMs = options.connectMs;
  }

  override createConnection(
    options: PinnedOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | null | undefined {
    dial(this.#target, this.#connectMs, options.dialSignal).then(
      (socket) => callback?.(null, socket),
      // Node's own type wants a socket beside an error; there is none, and none is looked at.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return undefined;
  }
}
