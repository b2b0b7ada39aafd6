import { type Database, exempt } from '@patchbay/kernel/database';
import type { Logger } from '@patchbay/kernel/telemetry';
import { leaseEnd } from './attempt-ledger.ts';

const RENEW_EVERY_MS = 5_000;
const renewal = exempt(
  'changes.renew-leases',
  'a process proves that it lives for attempts of all organizations',
);

/** Keeps alive the leases of attempts this process works on; a killed process stops, and they expire. */
export class AttemptLeases {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #ownerId: string;
  readonly #held = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, logger: Logger, ownerId: string) {
    this.#database = database;
    this.#logger = logger;
    this.#ownerId = ownerId;
  }

  /** Answers the function that lets go. */
  hold(attemptId: string): () => void {
    this.#held.add(attemptId);
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_EVERY_MS).unref();
    return () => {
      this.#held.delete(attemptId);
      if (this.#held.size === 0) this.dispose();
    };
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    try {
      await this.#database.asSystem(renewal, (sql) =>
        sql
          .updateTable('change_attempts')
          .set({ lease_until: leaseEnd })
          .where('id', 'in', [...this.#held])
          .where('owner_id', '=', this.#ownerId)
          .where('outcome', '=', 'running')
          .execute(),
      );
    } catch (error) {
      this.#logger.warn('leases of running attempts could not be renewed', { error });
    }
  }
}
