import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Jobs } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { ItemOutcome } from '../../entities/change-set-item.ts';
import { changeSetStepJob } from '../../jobs/change-sets.ts';
import type { StillWanted } from '../applying/attempt-ledger.ts';
import { stepKey } from './change-sets.ts';
import { endSet } from './end-set.ts';
import { publishProgress } from './set-events.ts';
import { type ItemRow, isDone, itemsOf, lockSet, type SetRow } from './set-rows.ts';

/** A step that was begun: its item is `applying`, and lower epochs record nothing any more. */
export interface Step {
  readonly set: SetRow;
  readonly item: ItemRow;
  readonly started_at: string;
  /** The item was `applying` already: the process that began it did not end it. */
  readonly isResumed: boolean;
}

/** End of one change in its set. */
export interface ItemResult {
  readonly outcome: Exclude<ItemOutcome, 'pending' | 'applying'>;
  readonly error: string | null;
  readonly error_type: string | null;
  readonly attempt_id: string | null;
}

const PAUSE_MS = 2_000;
/** A chosen time is a window: a set this late is no longer the intended one. */
const isLate = sql<boolean>`apply_at < clock_timestamp() - interval '1 hour'`;

/** The set was cancelled, or another process has taken its step over. */
export class SetMovedOn extends Error {}

/** Its set was cancelled before anything was sent. */
export const neverRun = ({ set }: Step): ItemResult => ({
  outcome: 'not_run',
  error: set.reason ?? 'The change set was cancelled.',
  error_type: 'cancelled',
  attempt_id: null,
});

/** The statements by which a set goes on; each transaction leaves it in a state that can be gone on from. */
export class SetSteps extends Service<{ database: Database; jobs: Jobs }> {
  /** Chooses the next change and marks it, before anything is sent; null when there is nothing to do. */
  begin(organization_id: string, set_id: string): Promise<Step | null> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const set = await startIfDue(work, await lockSet(work, set_id));
      if (set === null) return null;
      const items = await itemsOf(work, set_id);
      const left = items.find(({ outcome }) => outcome === 'applying');
      if (left !== undefined) return this.#mark(work, set, left, true);
      if (set.status !== 'running') return null;
      const next = items.find(({ outcome }) => outcome === 'pending');
      if (next === undefined) {
        await endSet(work, set, 'finished', null);
        return null;
      }
      if (isCanaryDone(set, next)) {
        await pause(work, set);
        return null;
      }
      return this.#mark(work, set, next, false);
    });
  }

  async #mark(work: UnitOfWork, set: SetRow, item: ItemRow, isResumed: boolean): Promise<Step> {
    const now = sql<string>`clock_timestamp()`;
    const marked = await work.sql
      .updateTable('change_sets')
      .set({ epoch: set.epoch + 1, updated_at: now })
      .where('id', '=', set.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const taken = await work.sql
      .updateTable('change_set_items')
      .set({
        outcome: 'applying',
        tries: item.tries + 1,
        updated_at: now,
        ...(isResumed ? {} : { started_at: now }),
      })
      .where('id', '=', item.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { set: marked, item: taken, started_at: String(taken.started_at), isResumed };
  }

  /** Looks again in a moment: the change is on its way, or something in its way will be gone. */
  wait(step: Step, options: { readonly isUntouched: boolean }): Promise<void> {
    return this.#own(step, async (work, set) => {
      if (options.isUntouched && set.status !== 'running')
        return this.#record(work, set, step, neverRun(step));
      if (options.isUntouched)
        await work.sql
          .updateTable('change_set_items')
          .set({ outcome: 'pending', started_at: null })
          .where('id', '=', step.item.id)
          .execute();
      this.#enqueue(work, step.set, new Date(Date.now() + PAUSE_MS));
    });
  }

  /** Records the outcome, publishes it, and goes on or stops; all of it at once. */
  conclude(step: Step, result: ItemResult): Promise<void> {
    return this.#own(step, (work, set) => this.#record(work, set, step, result));
  }

  /**
   * Asked inside the claim of an apply: a set that was cancelled, or a step that was taken over, pushes nothing
   * more. The set is held until the claim is committed.
   */
  stillWanted({ set }: Pick<Step, 'set'>): StillWanted {
    return async (work) => {
      const now = await work.sql
        .selectFrom('change_sets')
        .select(['status', 'epoch'])
        .where('id', '=', set.id)
        .forShare()
        .executeTakeFirst();
      if (now?.status !== 'running' || now.epoch !== set.epoch) throw new SetMovedOn();
    };
  }

  async #record(work: UnitOfWork, set: SetRow, step: Step, result: ItemResult): Promise<void> {
    const now = sql<string>`clock_timestamp()`;
    const item = await work.sql
      .updateTable('change_set_items')
      .set({
        ...result,
        finished_at: now,
        updated_at: now,
        ...(set.status === 'running' ? {} : { is_open: false }),
      })
      .where('id', '=', step.item.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const items = await itemsOf(work, set.id);
    publishProgress(work, set, items, item);
    if (set.status !== 'running') return;
    const reason = stopReason(set, item);
    if (reason !== null) return endSet(work, set, 'stopped', reason);
    const next = items.find(({ outcome }) => !isDone(outcome));
    if (next === undefined) return endSet(work, set, 'finished', null);
    if (isCanaryDone(set, next)) return pause(work, set);
    this.#enqueue(work, set);
  }

  /** Only the newest step of a set writes; an older one was taken for dead. */
  #own(step: Step, work: (unit: UnitOfWork, set: SetRow) => Promise<void>): Promise<void> {
    return this.parts.database.write(systemPrincipal(step.set.organization_id), async (unit) => {
      const set = await lockSet(unit, step.set.id);
      if (set.epoch === step.set.epoch) await work(unit, set);
    });
  }

  #enqueue(work: UnitOfWork, { id, organization_id }: SetRow, runAt?: Date): void {
    const options = { key: stepKey(id), ...(runAt === undefined ? {} : { runAt }) };
    this.parts.jobs.enqueue(work, changeSetStepJob, { set_id: id, organization_id }, options);
  }
}

/** A scheduled set whose time came begins to run, once; null while there is time left, or far too little. */
async function startIfDue(work: UnitOfWork, set: SetRow): Promise<SetRow | null> {
  if (set.status !== 'scheduled') return set;
  const now = sql<string>`clock_timestamp()`;
  const started = await work.sql
    .updateTable('change_sets')
    .set({ status: 'running', started_at: now, updated_at: now })
    .where('id', '=', set.id)
    .where('apply_at', '<=', now)
    .returning((row) => [row.ref('id').as('id'), isLate.as('is_late')])
    .executeTakeFirst();
  if (started === undefined) return null;
  const running = await lockSet(work, set.id);
  if (!started.is_late) return running;
  await endSet(work, running, 'stopped', 'Its time passed while the platform could not work on it.');
  return null;
}

const isCanaryDone = (set: SetRow, next: ItemRow): boolean =>
  set.canary !== null && !set.canary_passed && next.position >= set.canary;

async function pause(work: UnitOfWork, set: SetRow): Promise<void> {
  await work.sql
    .updateTable('change_sets')
    .set({ status: 'paused', updated_at: sql<string>`clock_timestamp()` })
    .where('id', '=', set.id)
    .execute();
  work.audit.record({ action: 'changes.sets.paused', target_type: 'change_set', target_id: set.id });
}

/** An unknown outcome stops every set: going on might build on an object that does not exist. */
function stopReason(set: SetRow, { outcome, position, error }: ItemRow): string | null {
  const place = `Change ${position + 1}`;
  if (outcome === 'unknown')
    return `${place} has an unknown outcome: the device may have acted. ${error ?? ''}`.trim();
  if (outcome === 'applied' || !set.stop_on_failure) return null;
  return `${place} was ${outcome === 'refused' ? 'refused' : 'not applied'}. ${error ?? ''}`.trim();
}
