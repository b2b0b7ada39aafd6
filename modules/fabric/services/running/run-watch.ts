import type { Database, Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import type { Clock } from '@patchbay/kernel/telemetry';
import { LookChain, type RunWorker, trimMisses } from '@patchbay/runs';
import { missesOfConnections } from '../intake/connection-tables.ts';
import { trimEffects } from '../records/trim-effects.ts';

const KEY = 'fabric.resume-runs';
/** With the usual lease, what a killed process leaves goes on within a minute. */
const EVERY_MS = 20_000;

export interface WatchOptions {
  readonly leaseSeconds: number;
}

/** Looks for runs that nobody carries out; one waiting job at a time, across all processes. */
export class RunWatch {
  readonly #database: Database;
  readonly #worker: Pick<RunWorker, 'wake'>;
  readonly #chain: LookChain;

  constructor(
    database: Database,
    worker: Pick<RunWorker, 'wake'>,
    clock: Clock,
    enqueue: (unit: Unit, options: EnqueueOptions) => void,
    { leaseSeconds }: WatchOptions,
  ) {
    this.#database = database;
    this.#worker = worker;
    const everyMs = Math.min(EVERY_MS, leaseSeconds * 1_000);
    this.#chain = new LookChain({ database, key: KEY, everyMs, now: () => clock.now(), enqueue });
  }

  /** Starts the chain again should it have broken, and tidies up. */
  async tick(): Promise<void> {
    await this.#chain.restart();
    await trimMisses(this.#database, missesOfConnections);
    await trimEffects(this.#database);
  }

  /** One link of the chain. */
  async resume(): Promise<void> {
    await this.#chain.next();
    this.#worker.wake();
  }
}
