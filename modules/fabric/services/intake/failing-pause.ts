import type { Logger } from '@patchbay/kernel/telemetry';
import type { ConnectionPause } from '../connections/connection-pause.ts';
import { FAILING, type Streak } from './failure-streaks.ts';

/**
 * Pauses what only fails, one after another, beside the writes that found it out: these wait for none of it. Each owner
 * waits once, so that no more can wait than there are.
 */
export class FailingPause {
  readonly #pause: Pick<ConnectionPause, 'pause'>;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #waiting = new Map<string, Streak>();
  #working: Promise<void> | undefined;

  constructor(pause: Pick<ConnectionPause, 'pause'>, logger: Pick<Logger, 'warn'>) {
    this.#pause = pause;
    this.#logger = logger;
  }

  note(streak: Streak): void {
    this.#waiting.set(streak.id, streak);
    this.#working ??= this.#pauseAll();
  }

  /** Resolves when nothing waits any more. */
  async stop(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  async #pauseAll(): Promise<void> {
    for (let [next] = this.#waiting.values(); next; [next] = this.#waiting.values()) {
      this.#waiting.delete(next.id);
      await this.#pauseOne(next);
    }
    this.#working = undefined;
  }

  async #pauseOne(streak: Streak): Promise<void> {
    try {
      await this.#pause.pause(streak, FAILING);
    } catch (error) {
      this.#logger.warn('pausing what only fails did not succeed; its next failure tries again', {
        id: streak.id,
        error,
      });
    }
  }
}
