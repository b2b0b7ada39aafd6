import type { Database } from '@patchbay/kernel/database';
import type { Clock } from '@patchbay/kernel/telemetry';
import { type MissTables, trimMisses } from '../intake/unmet-conditions-log.ts';
import { PollChain, type PollChainOptions } from '../leases/poll-chain.ts';
import type { RunWorker } from './run-worker.ts';

/** With the usual lease, what a killed process leaves goes on within a minute. */
const EVERY_MS = 20_000;

export interface RunWatchOptions extends Pick<PollChainOptions, 'key' | 'enqueue'> {
  readonly database: Pick<Database, 'asSystem' | 'write'>;
  readonly worker: Pick<RunWorker, 'wake'>;
  readonly clock: Clock;
  readonly misses: MissTables;
  /** A process that dies loses its runs after so long, if that is sooner. */
  readonly leaseSeconds?: number;
  /** Done beside, with each look and with each tick. */
  readonly onLook?: () => Promise<void>;
  readonly onTick?: () => Promise<void>;
}

/** Finds unclaimed runs; one waiting job at a time, across all processes. */
export class RunWatch {
  readonly #options: RunWatchOptions;
  readonly #chain: PollChain;

  constructor(options: RunWatchOptions) {
    this.#options = options;
    const { database, key, enqueue, clock, leaseSeconds = Infinity } = options;
    const everyMs = Math.min(EVERY_MS, leaseSeconds * 1_000);
    this.#chain = new PollChain({ database, key, everyMs, now: () => clock.now(), enqueue });
  }

  /** Starts the chain again should it have broken, and tidies up. */
  async tick(): Promise<void> {
    const { database, misses, onTick } = this.#options;
    await this.#chain.restart();
    await trimMisses(database, misses);
    await onTick?.();
  }

  /** One link of the chain. */
  async look(): Promise<void> {
    await this.#chain.next();
    this.#options.worker.wake();
    await this.#options.onLook?.();
  }
}
