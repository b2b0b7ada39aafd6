import { Service } from '@patchbay/kernel/di';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { OwnerPause } from '../intake/author-stop.ts';
import type { Owner } from '../owners/owner.ts';
import { FAILING } from './failure-streaks.ts';

/**
 * Pauses what only fails, one after another, beside the writes that found it out: these wait for none of it. Each owner
 * waits once, so that no more can wait than there are.
 */
export class FailingPause extends Service<{ pause: OwnerPause; logger: Pick<Logger, 'warn'> }> {
  readonly #waiting = new Map<string, Owner>();
  #working: Promise<void> | undefined;

  note(owner: Owner): void {
    this.#waiting.set(owner.id, owner);
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

  async #pauseOne(owner: Owner): Promise<void> {
    try {
      await this.parts.pause.pause(owner, FAILING);
    } catch (error) {
      this.parts.logger.warn(
        'pausing an owner that only fails did not succeed; its next failure tries again',
        {
          id: owner.id,
          error,
        },
      );
    }
  }
}
