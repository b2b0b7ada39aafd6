import { Agent, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DialTarget, dial } from '../dial.ts';

/** Options of the agent besides Node's own; Node keeps `signal` to itself. */
export interface PinnedOptions extends RequestOptions {
  readonly dialSignal?: AbortSignal;
}

/** A connection to exactly one address; it cannot be talked into resolving anything. */
export class PinnedAgent extends Agent {
  readonly #target: DialTarget;
  readonly #connectMs: number;

  constructor(target: DialTarget, connectMs: number) {
    super({ keepAlive: false });
    this.#target = target;
    this.#connectMs = connectMs;
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
