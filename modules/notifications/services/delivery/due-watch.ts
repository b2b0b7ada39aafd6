import type { Database, Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { PollChain } from '@patchbay/runs';
import type { DeliveryWorker } from './delivery-worker.ts';

/** Looks for messages that are due; one waiting job at a time, across all processes. */
export class DueWatch {
  readonly #chain: PollChain;
  readonly #worker: Pick<DeliveryWorker, 'wake'>;

  constructor(
    database: Pick<Database, 'write'>,
    worker: Pick<DeliveryWorker, 'wake'>,
    enqueue: (unit: Unit, options: EnqueueOptions) => void,
  ) {
    // Jobs go by the machine's time, whatever clock the platform reads.
    const now = () => new Date();
    this.#chain = new PollChain({ database, key: 'notifications.send-due', everyMs: 5_000, now, enqueue });
    this.#worker = worker;
  }

  /** Starts the chain again should it have broken. */
  tick(): Promise<void> {
    return this.#chain.restart();
  }

  /** One link of the chain. */
  async look(): Promise<void> {
    await this.#chain.next();
    this.#worker.wake();
  }
}
