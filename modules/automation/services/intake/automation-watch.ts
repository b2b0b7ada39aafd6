import type { Database, Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import type { Clock } from '@patchbay/kernel/telemetry';
import { LookChain, type RunWorker, trimMisses } from '@patchbay/runs';
import { missesOfRules } from './rule-tables.ts';
import type { Schedules } from './schedules.ts';

const KEY = 'automation.look';
/** With the lease, what a killed process leaves goes on within a minute. */
const EVERY_MS = 20_000;

export interface WatchDeps {
  readonly database: Pick<Database, 'asSystem' | 'write'>;
  readonly worker: Pick<RunWorker, 'wake'>;
  readonly schedules: Pick<Schedules, 'tick'>;
  readonly clock: Clock;
  readonly enqueue: (unit: Unit, options: EnqueueOptions) => void;
}

/** Looks for executions that nobody carries out and ticks that are due; one waiting job across all processes. */
export class AutomationWatch {
  readonly #deps: WatchDeps;
  readonly #chain: LookChain;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    const { database, clock, enqueue } = deps;
    this.#chain = new LookChain({ database, key: KEY, everyMs: EVERY_MS, now: () => clock.now(), enqueue });
  }

  /** Starts the chain again should it have broken, and tidies up. */
  async tick(): Promise<void> {
    await this.#chain.restart();
    await trimMisses(this.#deps.database, missesOfRules);
  }

  /** One link of the chain. */
  async look(): Promise<void> {
    await this.#chain.next();
    this.#deps.worker.wake();
    await this.#deps.schedules.tick();
  }
}
