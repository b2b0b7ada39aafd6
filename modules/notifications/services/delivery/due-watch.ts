import type { Database, Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { DeliveryWorker } from './delivery-worker.ts';

/** Jobs belong to no organization. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const KEY = 'notifications.send-due';
const EVERY_MS = 5_000;

/** Looks for what is due; one waiting job at a time, across all processes. */
export class DueWatch {
  readonly #database: Database;
  readonly #worker: Pick<DeliveryWorker, 'wake'>;
  readonly #enqueue: (unit: Unit, options: EnqueueOptions) => void;

  constructor(
    database: Database,
    worker: Pick<DeliveryWorker, 'wake'>,
    enqueue: (unit: Unit, options: EnqueueOptions) => void,
  ) {
    this.#database = database;
    this.#worker = worker;
    this.#enqueue = enqueue;
  }

  /** Starts the chain again should it have broken. */
  tick(): Promise<void> {
    return this.#next(0);
  }

  /** One link of the chain. */
  async look(): Promise<void> {
    await this.#next(EVERY_MS);
    this.#worker.wake();
  }

  /** Jobs go by the machine's time, whatever clock the platform reads. */
  #next(inMs: number): Promise<void> {
    const runAt = new Date(Date.now() + inMs);
    return this.#database.write(systemPrincipal(NOBODY), async (unit) =>
      this.#enqueue(unit, { runAt, key: KEY }),
    );
  }
}
