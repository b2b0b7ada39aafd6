import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '../errors/index.ts';

export interface BatcherOptions {
  /** Items in one batch; further ones go with the next. Default 500. */
  readonly maxAtOnce?: number;
  /** Batches under way at once. Default 1. */
  readonly lanes?: number;
  /** Above it further items are refused. Default 10,000. */
  readonly maxWaiting?: number;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (outcome: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches the work of many callers: items of the same turn of the event loop, or that arrive while a batch is
 * under way, go together. There is no timer, so a single item starts at once. `carryOut` answers one outcome per
 * item, in their order; an exception fails the whole batch.
 */
export class Batcher<I, O> {
  readonly #carryOut: (items: readonly I[]) => Promise<readonly O[]>;
  readonly #options: Required<BatcherOptions>;
  /** A batch belongs to none of its callers, so it must not join the unit of one. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #waiting: Waiting<I, O>[] = [];
  #lanes = 0;

  constructor(
    carryOut: (items: readonly I[]) => Promise<readonly O[]>,
    { maxAtOnce = 500, lanes = 1, maxWaiting = 10_000 }: BatcherOptions = {},
  ) {
    this.#carryOut = carryOut;
    this.#options = { maxAtOnce, lanes, maxWaiting };
  }

  /** Fails with `kernel.unavailable` when too much waits already. */
  async add(item: I): Promise<O> {
    const { lanes, maxWaiting } = this.#options;
    if (this.#waiting.length >= maxWaiting)
      throw unavailable({ message: 'Too much waits for the database right now.', retryAfterSeconds: 1 });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#lanes < lanes) void this.#outside(() => this.#open());
    });
  }

  async #open(): Promise<void> {
    this.#lanes += 1;
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) await this.#carry(this.#waiting.splice(0, this.#options.maxAtOnce));
    this.#lanes -= 1;
  }

  async #carry(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await this.#carryOut(batch.map(({ item }) => item));
      if (outcomes.length !== batch.length) throw new Error('a batch answered another number of outcomes');
      for (const [place, { resolve }] of batch.entries()) resolve(outcomes[place] as O);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
