import type { Clock } from '@patchbay/kernel/telemetry';

/** The machine's time, moved on by a test. */
export class MovingClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  monotonicMs(): number {
    return performance.now() + this.#aheadMs;
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }
}
