import type { Clock } from '@patchbay/kernel/telemetry';

/**
 * Time for which this process may believe, by its own clock, that the database still gives it the lease. A term
 * counts from before the statement was sent, so it ends no later than the database's; wall time counts too,
 * because monotonic time may stand still while the machine sleeps.
 */
export class LeaseTerm {
  readonly #clock: Clock;
  readonly #lengthMs: number;
  #begunMs: { readonly monotonic: number; readonly wall: number } | undefined;

  constructor(clock: Clock, lengthMs: number) {
    this.#clock = clock;
    this.#lengthMs = lengthMs;
  }

  /** Asks a statement that gives it to us for another term; false when it does not. */
  async begin(statement: () => Promise<boolean>): Promise<boolean> {
    const begunMs = { monotonic: this.#clock.monotonicMs(), wall: this.#clock.now().getTime() };
    const isGiven = await statement();
    if (isGiven) this.#begunMs = begunMs;
    return isGiven;
  }

  /** Whether a write may still begin; false before the first term. */
  isOurs(): boolean {
    if (this.#begunMs === undefined) return false;
    const monotonicMs = this.#clock.monotonicMs() - this.#begunMs.monotonic;
    const wallMs = this.#clock.now().getTime() - this.#begunMs.wall;
    return Math.max(monotonicMs, wallMs) <= this.#lengthMs;
  }
}
