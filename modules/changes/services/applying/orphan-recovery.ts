import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { AttemptRow } from '../record/change-view.ts';
import { isCreation } from './attempt-ledger.ts';
import { type AttemptResult, awaiting } from './attempt-outcome.ts';
import type { AttemptSettling } from './attempt-settling.ts';

const SWEEP_EVERY_MS = 10_000;
const MAX_AT_ONCE = 100;
const recovery = exempt('changes.recover', 'attempts of killed processes of all organizations are found');

/**
 * Turns attempts whose process died into `unknown`, or hands them to the roll-back of unconfirmed changes, within
 * half a minute: the lease of twenty seconds and one sweep. Nothing is pushed again (RULES R9). Every process
 * sweeps; settling is compare-and-set.
 */
export class OrphanRecovery extends Service<{
  database: Database;
  settling: Public<AttemptSettling>;
  logger: Logger;
}> {
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<number> | undefined;

  start(): this {
    this.#timer ??= setInterval(() => void this.#sweepQuietly(), SWEEP_EVERY_MS).unref();
    void this.#sweepQuietly();
    return this;
  }

  async dispose(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping?.catch(() => {});
  }

  /** Answers how many attempts were recovered; sweeps do not overlap. */
  sweep(): Promise<number> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #sweep(): Promise<number> {
    const orphans = await this.parts.database.asSystem(recovery, (query) =>
      query
        .selectFrom('change_attempts')
        .selectAll()
        .where('outcome', '=', 'running')
        .where('lease_until', '<', sql<string>`now()`)
        .orderBy('lease_until')
        .limit(MAX_AT_ONCE)
        .execute(),
    );
    let recovered = 0;
    for (const orphan of orphans)
      if (await this.parts.settling.settle(orphan, endOf(orphan), { ifOrphaned: true })) recovered += 1;
    return recovered;
  }

  async #sweepQuietly(): Promise<void> {
    try {
      const recovered = await this.sweep();
      if (recovered > 0)
        this.parts.logger.warn('attempts of a stopped process became unknown', { recovered });
    } catch (error) {
      this.parts.logger.warn('orphaned attempts could not be read', { error });
    }
  }
}

/** A change that may stand and can be rolled back still waits for that; its job is in the queue. */
const endOf = (orphan: AttemptRow): AttemptResult => {
  const result = abandoned(orphan);
  const isSent = orphan.confirm_mechanism !== null && orphan.sent_hash !== null;
  const canGoBack = orphan.confirm_mechanism === 'device' || !isCreation(orphan);
  return isSent && canGoBack ? awaiting(result) : result;
};

/** An attempt without outcome is always unknown; the text says whether the push had begun. */
const abandoned = (orphan: AttemptRow): AttemptResult => ({
  outcome: 'unknown',
  target_id: orphan.target_id,
  before: orphan.before,
  after: null,
  error:
    orphan.sent_hash === null
      ? 'The process stopped before the push began.'
      : 'The process stopped after the push began; the device may have acted.',
  error_type: 'process_stopped',
  failure: null,
});
