import type { Clock } from '../../telemetry/index.ts';

const TIMEOUTS_TO_OPEN = 3;
const OPEN_MS = 1_000;

/** Opens for a second after three time-outs in a row (RULES R14). */
export class Breaker {
  readonly #clock: Clock;
  #timeouts = 0;
  #openUntilMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#clock.monotonicMs() < this.#openUntilMs;
  }

  succeeded(): void {
    this.#timeouts = 0;
  }

  /** True when this time-out opened it. The next time-out after a pause opens it at once. */
  timedOut(): boolean {
    this.#timeouts += 1;
    if (this.#timeouts < TIMEOUTS_TO_OPEN || this.isOpen) return false;
    this.#openUntilMs = this.#clock.monotonicMs() + OPEN_MS;
    this.#timeouts = TIMEOUTS_TO_OPEN - 1;
    return true;
  }
}
