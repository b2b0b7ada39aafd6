import { outboundBusy } from './errors.ts';

/** One request's place among those under way. */
export interface Slot {
  /** Aborted when the platform shuts down. */
  readonly signal: AbortSignal;
  leave(): void;
}

const MAX_TOTAL = 1_000;
/** A destination that hangs must not use up everybody's places. */
const MAX_PER_DESTINATION = 64;

/** Bounds what is under way, altogether and per destination; above it `outbound.busy`. */
export class InFlight {
  readonly #shutdown = new AbortController();
  readonly #byDestination = new Map<string, number>();
  #total = 0;

  enter(destination: string): Slot {
    const here = this.#byDestination.get(destination) ?? 0;
    if (this.#shutdown.signal.aborted || this.#total >= MAX_TOTAL || here >= MAX_PER_DESTINATION)
      throw outboundBusy({ retryAfterSeconds: 1 });
    this.#total += 1;
    this.#byDestination.set(destination, here + 1);
    return { signal: this.#shutdown.signal, leave: () => this.#leave(destination) };
  }

  close(): void {
    this.#shutdown.abort();
  }

  #leave(destination: string): void {
    this.#total -= 1;
    const here = (this.#byDestination.get(destination) ?? 1) - 1;
    if (here > 0) this.#byDestination.set(destination, here);
    else this.#byDestination.delete(destination);
  }
}
