import { tooManyWaiting } from '../../errors.ts';
import { within } from '../live/within.ts';

/**
 * Lets callers with the same key go one after another, so that a thousand applies of one change hold one
 * database connection and not all of them. Bounded in number and time; other processes are kept out by
 * the row lock, not by this.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #most: number;
  readonly #longestMs: number;
  #waiting = 0;

  constructor(most: number, longestMs: number) {
    this.#most = most;
    this.#longestMs = longestMs;
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#most) throw tooManyWaiting({ retryAfterSeconds: 1 });
    const before = this.#last.get(key) ?? Promise.resolve();
    let over = (): void => {};
    const mine = new Promise<void>((resolve) => {
      over = resolve;
    });
    const chain = before.then(() => mine);
    this.#last.set(key, chain);
    this.#waiting += 1;
    try {
      await within(this.#longestMs, before, () => tooManyWaiting({ retryAfterSeconds: 1 }));
      return await work();
    } finally {
      this.#waiting -= 1;
      over();
      if (this.#last.get(key) === chain) this.#last.delete(key);
    }
  }
}
