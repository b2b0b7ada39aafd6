import type { Database, Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';

/** Jobs belong to no organization. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

export interface PollChainOptions {
  readonly database: Pick<Database, 'write'>;
  /** Of the one job that waits, across all processes. */
  readonly key: string;
  readonly everyMs: number;
  readonly now: () => Date;
  readonly enqueue: (unit: Unit, options: EnqueueOptions) => void;
}

/** A job that asks for its next run each time, so that one waits at any time across all processes. */
export class PollChain {
  readonly #options: PollChainOptions;

  constructor(options: PollChainOptions) {
    this.#options = options;
  }

  /** Starts the chain again should it have broken. */
  restart(): Promise<void> {
    return this.#at(0);
  }

  next(): Promise<void> {
    return this.#at(this.#options.everyMs);
  }

  #at(inMs: number): Promise<void> {
    const { database, key, now, enqueue } = this.#options;
    const runAt = new Date(now().getTime() + inMs);
    return database.write(systemPrincipal(NO_ORGANIZATION), async (unit) => enqueue(unit, { runAt, key }));
  }
}
