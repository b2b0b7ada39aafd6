import { withDeadline } from '@patchbay/kernel/concurrency';
import { type Database, sql } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { AdapterError } from '@patchbay/vendor-kit';
import type { ControllerAccess } from '../controllers/controller-access.ts';
import { reasonOf, recordFailure } from '../controllers/controller-contact.ts';
import { lateAnswer } from '../controllers/late-answer.ts';
import { Slots } from '../controllers/slots.ts';
import { loseBehind } from '../devices/device-writes.ts';
import type { ControllerSyncs, SyncOrder } from './controller-syncs.ts';
import { isLost } from './next-contact.ts';
import { type Earlier, earlierOf } from './reading.ts';
import type { SnapshotKeeper } from './snapshot-keeper.ts';
import type { SyncEnds } from './sync-ends.ts';

export interface Attempt {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const SNAPSHOT_MS = 240_000;
/** Devices that go offline in one transaction. */
const LOST_PER_UNIT = 1_000;
/**
 * Controllers whose last contact failed are read in few of this process's places, so that many which hang keep none
 * that answers waiting.
 */
const MAX_SUSPECTS = 8;
const LATER_MS = 5_000;

/** Reads one controller and has kept what changed. Run again after a crash, it goes on from what is kept. */
export class SyncRunner extends Service<{
  database: Database;
  access: Pick<ControllerAccess, 'open'>;
  keeper: Pick<SnapshotKeeper, 'keep'>;
  syncs: Pick<ControllerSyncs, 'putBack'>;
  ends: Public<SyncEnds>;
  logger: Logger;
}> {
  readonly #suspects = new Slots(MAX_SUSPECTS);

  /** Throws what a later attempt may mend; at the last one every failure ends the sync. */
  async run(order: SyncOrder, signal: AbortSignal, attempt: Attempt): Promise<void> {
    const principal = systemPrincipal(order.organization_id);
    const earlier = await this.parts.database.read(principal, (unit) => earlierOf(unit, order.controller_id));
    if (!earlier.is_suspect) return this.#read(principal, order, earlier, signal, attempt);
    if (this.#suspects.enter())
      return this.#read(principal, order, earlier, signal, attempt).finally(() => this.#suspects.leave());
    // A later attempt is of a sync that runs already, which a new job would not take up.
    if (!attempt.isFirst) return this.#read(principal, order, earlier, signal, attempt);
    await this.parts.syncs.putBack(principal, order, LATER_MS);
  }

  async #read(
    principal: Principal,
    { controller_id, sync_id }: SyncOrder,
    earlier: Earlier,
    signal: AbortSignal,
    attempt: Attempt,
  ): Promise<void> {
    const started_at = await this.#claim(principal, sync_id, attempt.isFirst);
    if (started_at === null) return;
    try {
      const { controller, session } = await this.parts.access.open(principal, controller_id);
      const snapshot = await withDeadline(SNAPSHOT_MS, session.snapshot(), lateAnswer, signal);
      await this.parts.keeper.keep(principal, { controller, started_at, ...earlier }, sync_id, snapshot);
    } catch (error) {
      const isTheirs = (error instanceof AdapterError || error instanceof PatchbayError) && !isOurs(error);
      if (!isTheirs && !attempt.isLast) throw error;
      await this.#fail(principal, controller_id, sync_id, error);
      if (!isTheirs) throw error;
    }
  }

  /**
   * When the reading began; null when the sync has ended, or another job has it: one that comes for the first time
   * takes only what waits. A later attempt goes on with what its process left behind.
   */
  async #claim(principal: Principal, sync_id: string, isFirst: boolean): Promise<string | null> {
    const claimed = await this.parts.database.write(principal, ({ sql: db }) =>
      db
        .updateTable('controller_syncs')
        .set({ status: 'running', started_at: sql<string>`now()`, updated_at: sql<string>`now()` })
        .where('id', '=', sync_id)
        .where('status', 'in', isFirst ? ['queued'] : ['queued', 'running'])
        .returning('started_at')
        .executeTakeFirst(),
    );
    return claimed?.started_at ?? null;
  }

  async #fail(principal: Principal, controller_id: string, sync_id: string, error: unknown): Promise<void> {
    this.parts.logger.info('controller sync failed', { controller_id, sync_id, reason: reasonOf(error) });
    const contact = await this.parts.database.write(principal, async (work) => {
      const recorded = error instanceof AdapterError ? await recordFailure(work, controller_id, error) : null;
      await this.parts.ends.end(work, sync_id, { status: 'failed', error: reasonOf(error) });
      return recorded;
    });
    if (contact !== null && isLost(contact)) await this.#loseAll(principal, controller_id);
  }

  /** Devices that a crash leaves online here are set offline by the next failure. */
  async #loseAll(principal: Principal, controller_id: string): Promise<void> {
    let lost = LOST_PER_UNIT;
    while (lost === LOST_PER_UNIT)
      lost = await this.parts.database.write(principal, (work) =>
        loseBehind(work, controller_id, LOST_PER_UNIT),
      );
  }
}

/** A database that cannot answer is no fault of the controller. */
const isOurs = (error: Error): boolean => error instanceof PatchbayError && error.id === 'kernel.unavailable';
