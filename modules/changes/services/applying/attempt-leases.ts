import { type Database, exempt } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { LeaseTerm } from '@patchbay/runs';
import { LEASE_SECONDS, leaseEnd } from './attempt-ledger.ts';

const RENEW_EVERY_MS = 5_000;
/** A write begins while at least this much of its lease is left, or not at all. */
const MARGIN_MS = 5_000;
const renewal = exempt(
  'changes.renew-leases',
  'a process proves that it lives for attempts of all organizations',
);

/** The lease of one attempt while this process works on it. */
export interface HeldLease extends Pick<LeaseTerm, 'begin' | 'isOurs'> {
  release(): void;
}

/** Keeps alive the leases of attempts this process works on; a killed process stops, and they expire. */
export class AttemptLeases extends Service<{
  database: Pick<Database, 'asSystem'>;
  logger: Logger;
  ownerId: string;
  clock: Clock;
}> {
  readonly #held = new Map<string, LeaseTerm>();
  #timer: NodeJS.Timeout | undefined;

  /** Renews it until it is released; writes wait for the first term that `begin` brings. */
  hold(attemptId: string): HeldLease {
    const term = new LeaseTerm(this.parts.clock, LEASE_SECONDS * 1_000 - MARGIN_MS);
    this.#held.set(attemptId, term);
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_EVERY_MS).unref();
    return {
      begin: (statement) => term.begin(statement),
      isOurs: () => term.isOurs(),
      release: () => {
        this.#held.delete(attemptId);
        if (this.#held.size === 0) this.dispose();
      },
    };
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    const held = [...this.#held];
    if (held.length === 0) return;
    const renewed = this.#renewed(held.map(([id]) => id));
    try {
      await Promise.all(held.map(([id, term]) => term.begin(async () => (await renewed).has(id))));
    } catch (error) {
      this.parts.logger.warn('leases of running attempts could not be renewed', { error });
    }
  }

  /** Leases that were still ours. */
  async #renewed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.parts.database.asSystem(renewal, (sql) =>
      sql
        .updateTable('change_attempts')
        .set({ lease_until: leaseEnd })
        .where('id', 'in', [...ids])
        .where('owner_id', '=', this.parts.ownerId)
        .where('outcome', '=', 'running')
        .returning('id')
        .execute(),
    );
    return new Set(rows.map(({ id }) => id));
  }
}
