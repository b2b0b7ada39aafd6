import { unavailable } from '../errors/index.ts';

/** Limits: tasks that run and wait at once, and the time a task may wait. */
export interface SemaphoreBounds {
  readonly maxAtOnce: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** The error of a full queue and of too long a wait; `kernel.unavailable` by default. */
  readonly refusal?: () => Error;
}

/** Lets few tasks run at a time, in the order they came; waiting is bounded in number and time (RULES R13, R14). */
export class Semaphore {
  readonly #bounds: Required<SemaphoreBounds>;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(bounds: SemaphoreBounds) {
    this.#bounds = { refusal: () => unavailable({ retryAfterSeconds: 1 }), ...bounds };
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    const { maxAtOnce, maxWaiting, maxWaitMs, refusal } = this.#bounds;
    if (this.#running < maxAtOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= maxWaiting) throw refusal();
    const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.delete(enter);
      reject(refusal());
    }, maxWaitMs);
    const enter = (): void => {
      clearTimeout(timer);
      resolve();
    };
    this.#waiting.add(enter);
    await entered;
  }

  /** The place is handed on, so that no newcomer slips in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running -= 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
