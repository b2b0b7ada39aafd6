import type { Database, Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { RunWorker } from '@patchbay/runs';
import { trimMisses } from '@patchbay/runs';
import { missesOfConnections } from '../../run-tables.ts';
import { trimEffects } from '../records/trim-effects.ts';

/** Jobs belong to no organization. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
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
  readonly #clock: Clock;
  readonly #enqueue: (unit: Unit, options: EnqueueOptions) => void;
  readonly #everyMs: number;

  constructor(
    database: Database,
    worker: Pick<RunWorker, 'wake'>,
    clock: Clock,
    enqueue: (unit: Unit, options: EnqueueOptions) => void,
    { leaseSeconds }: WatchOptions,
  ) {
    this.#database = database;
    this.#worker = worker;
    this.#clock = clock;
    this.#enqueue = enqueue;
    this.#everyMs = Math.min(EVERY_MS, leaseSeconds * 1_000);
  }

  /** Starts the chain again should it have broken, and tidies up. */
  async tick(): Promise<void> {
    await this.#next(0);
    await trimMisses(this.#database, missesOfConnections);
    await trimEffects(this.#database);
  }

  /** One link of the chain. */
  async resume(): Promise<void> {
    await this.#next(this.#everyMs);
    this.#worker.wake();
  }

  #next(inMs: number): Promise<void> {
    const runAt = new Date(this.#clock.now().getTime() + inMs);
    return this.#database.write(systemPrincipal(NOBODY), async (unit) =>
      this.#enqueue(unit, { runAt, key: KEY }),
    );
  }
}
