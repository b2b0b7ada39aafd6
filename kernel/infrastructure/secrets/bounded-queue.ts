import { unavailable } from '../../errors/index.ts';

/** How much may run and wait at once, and for how long something may wait. */
export interface QueueBounds {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Lets few tasks run at a time; a full queue or too long a wait is `kernel.unavailable` (RULES R13, R14). */
export class BoundedQueue {
  readonly #bounds: QueueBounds;
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#running < this.#bounds.concurrency) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#bounds.maxWaiting)
      return Promise.reject(unavailable({ retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(entry);
        reject(unavailable({ retryAfterSeconds: 1 }));
      }, this.#bounds.maxWaitMs);
      const entry: Waiting = { start: resolve, timer };
      this.#waiting.add(entry);
    });
  }

  /** The place is handed on, so that nobody can slip in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  }
}
