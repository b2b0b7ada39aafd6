import { unavailable } from '../errors/index.ts';

export interface BulkheadBounds {
  readonly maxAtOnce: number;
  readonly maxPerKey: number;
  /** The error when there is no room; `kernel.unavailable` by default. */
  readonly refusal?: () => Error;
}

/** Bounds tasks over all and under each key, so that one key never takes every place. No task waits. */
export class Bulkhead {
  readonly #bounds: Required<BulkheadBounds>;
  readonly #running = new Map<string, number>();
  #total = 0;

  constructor(bounds: BulkheadBounds) {
    this.#bounds = { refusal: () => unavailable({ retryAfterSeconds: 1 }), ...bounds };
  }

  /** Throws before the task begins when there is no room. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const { maxAtOnce, maxPerKey, refusal } = this.#bounds;
    if (this.#total >= maxAtOnce || this.#of(key) >= maxPerKey) throw refusal();
    this.#add(key, 1);
    try {
      return await task();
    } finally {
      this.#add(key, -1);
    }
  }

  #of(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #add(key: string, by: 1 | -1): void {
    this.#total += by;
    const count = this.#of(key) + by;
    if (count > 0) this.#running.set(key, count);
    else this.#running.delete(key);
  }
}
