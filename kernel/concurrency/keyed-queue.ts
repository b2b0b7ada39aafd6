import { unavailable } from '../errors/index.ts';
import { Semaphore } from './semaphore.ts';

export interface KeyedQueueBounds {
  /** Tasks that run and wait, over all keys. */
  readonly maxTasks: number;
  /** Tasks that wait under one key. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** The error of a full queue and of too long a wait; `kernel.unavailable` by default. */
  readonly refusal?: () => Error;
}

/** Runs tasks of one key one after another, and those of different keys beside each other; in this process only. */
export class KeyedQueue {
  readonly #bounds: Required<KeyedQueueBounds>;
  readonly #lines = new Map<string, Semaphore>();
  #tasks = 0;

  constructor(bounds: KeyedQueueBounds) {
    this.#bounds = { refusal: () => unavailable({ retryAfterSeconds: 1 }), ...bounds };
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    if (this.#tasks >= this.#bounds.maxTasks) throw this.#bounds.refusal();
    const line = this.#lines.get(key) ?? new Semaphore({ ...this.#bounds, maxAtOnce: 1 });
    this.#lines.set(key, line);
    this.#tasks += 1;
    try {
      return await line.run(task);
    } finally {
      this.#tasks -= 1;
      if (line.isIdle && this.#lines.get(key) === line) this.#lines.delete(key);
    }
  }
}
