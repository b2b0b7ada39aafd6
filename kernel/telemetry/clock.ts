import { type Token, token } from '../di/index.ts';

/** Source of time; everything that compares times takes one, so that tests can move it. */
export interface Clock {
  /** Wall time: for what people read and what is stored. */
  now(): Date;
  /** Milliseconds that only rise: for deadlines, ages and durations. */
  monotonicMs(): number;
}

export const CLOCK: Token<Clock> = token('kernel.clock');

/** The machine's own time. */
export const systemClock: Clock = Object.freeze({
  now: () => new Date(),
  monotonicMs: () => performance.now(),
});

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;

  constructor(start: Date = new Date('2026-01-01T00:00:00.000Z')) {
    this.#wallMs = start.getTime();
  }

  now(): Date {
    return new Date(this.#wallMs);
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Lets both readings pass by so many milliseconds. */
  advance(milliseconds: number): void {
    this.#wallMs += milliseconds;
    this.#monotonicMs += milliseconds;
  }

  /** Wall time jumps, as after a correction by NTP; monotonic time does not notice. */
  jumpTo(wall: Date): void {
    this.#wallMs = wall.getTime();
  }
}
