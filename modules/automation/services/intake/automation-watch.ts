import type { Database, Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { type RunWorker, trimMisses } from '@patchbay/runs';
import { missesOfRules } from './miss-tables.ts';
import type { Schedules } from './schedules.ts';

/** Jobs belong to no organization. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
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

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Starts the chain again should it have broken, and tidies up. */
  async tick(): Promise<void> {
    await this.#next(0);
    await trimMisses(this.#deps.database, missesOfRules);
  }

  /** One link of the chain. */
  async look(): Promise<void> {
    await this.#next(EVERY_MS);
    this.#deps.worker.wake();
    await this.#deps.schedules.tick();
  }

  #next(inMs: number): Promise<void> {
    const runAt = new Date(this.#deps.clock.now().getTime() + inMs);
    return this.#deps.database.write(systemPrincipal(NOBODY), async (unit) =>
      this.#deps.enqueue(unit, { runAt, key: KEY }),
    );
  }
}
