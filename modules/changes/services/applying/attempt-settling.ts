import { type Database, jsonValue, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { StagedFeature } from '@patchbay/vendor-kit';
import { changeApplied, changeFailed } from '../../contract.ts';
import type { ApprovalTally } from '../approvals/approval-tally.ts';
import { over, votesOn } from '../approvals/approvals.ts';
import { keepLive } from '../live/live-values.ts';
import { publishChange } from '../record/change-events.ts';
import type { AttemptRow, ChangeRow } from '../record/change-view.ts';
import { noteOutcome } from './attempt-ledger.ts';
import type { AttemptResult } from './attempt-outcome.ts';

export interface Settled {
  readonly attempt: AttemptRow;
  readonly change: ChangeRow;
  /** Votes on an applied change, where its end was written just now for the one who applied it. */
  readonly approvals?: ApprovalTally;
}

export interface SettleOptions {
  readonly ifOrphaned?: boolean;
  readonly applier?: Principal;
  /** The claim under which an attempt that awaits confirmation is ended. */
  readonly ending?: string;
}

/** Seconds from arming to the last moment at which a confirmation may begin, beside what was asked for. */
const ARMED_SLACK_SECONDS = 5;

type Identified = Pick<AttemptRow, 'id' | 'organization_id' | 'change_id' | 'fencing' | 'actor_id'>;

/**
 * Ends attempts, each once: only the row that is still running under the same fencing number is touched, so
 * that a process that comes late overwrites nothing (RULES R8). It acts as the system, since the
 * actor may have lost every right while the device worked.
 */
export class AttemptSettling extends Service<{ database: Database }> {
  /**
   * Null when it was settled before; with `ifOrphaned` also while its process still lives, with `ending` unless
   * it awaits confirmation under that very claim.
   */
  settle(attempt: Identified, result: AttemptResult, options: SettleOptions = {}): Promise<Settled | null> {
    return this.parts.database.write(systemPrincipal(attempt.organization_id), async (work) => {
      const isShown = result.outcome === 'succeeded' && options.applier !== undefined;
      const [ended, change, votes] = await Promise.all([
        endAttempt(work, attempt, result, options),
        endChange(work, attempt, result),
        isShown ? votesOn(work, [attempt.change_id]) : undefined,
      ]);
      if (ended === undefined) return null;
      if (change === undefined) throw new Error('an attempt ends together with its change');
      publishOutcome(work, change, ended, result, options.applier);
      work.audit.record({
        action: `changes.${result.outcome}`,
        target_type: 'change',
        target_id: change.id,
        detail: {
          attempt_id: ended.id,
          actor_id: ended.actor_id,
          sent_hash: ended.sent_hash,
          error: ended.error,
        },
      });
      const settled = { attempt: ended, change };
      return votes === undefined ? settled : { ...settled, approvals: over(change, votes) };
    });
  }

  /** An attempt that ended like this already: its own commit went through though the answer was lost. */
  ended(attempt: Identified, outcome: AttemptResult['outcome']): Promise<Settled | null> {
    return this.parts.database.read(systemPrincipal(attempt.organization_id), async (work) => {
      const [row, change] = await Promise.all([
        work.sql.selectFrom('change_attempts').selectAll().where('id', '=', attempt.id).executeTakeFirst(),
        work.sql
          .selectFrom('pending_changes')
          .selectAll()
          .where('id', '=', attempt.change_id)
          .executeTakeFirst(),
      ]);
      return row?.outcome === outcome && change ? { attempt: row, change } : null;
    });
  }

  /** Takes back a claim that sent nothing, as if it had never been; a live value that was read is kept. */
  withdraw(
    { attempt, change, feature }: { attempt: AttemptRow; change: ChangeRow; feature: StagedFeature },
    live?: { readonly value: ChangeRow['base'] },
  ): Promise<void> {
    return this.parts.database.write(systemPrincipal(attempt.organization_id), async (work) => {
      const removed = await work.sql
        .deleteFrom('change_attempts')
        .where('id', '=', attempt.id)
        .where('fencing', '=', attempt.fencing)
        .where('outcome', '=', 'running')
        .executeTakeFirst();
      if (removed.numDeletedRows === 0n) return;
      await noteOutcome(work, change.id, change.last_outcome);
      if (live) await keepLive(work, feature, change, live.value);
    });
  }
}

/** By the database's clock, and before an armed device acts by its own. */
const confirmUntil = sql<string>`least(now() + make_interval(secs => confirm_seconds),
  armed_at + make_interval(secs => confirm_seconds + ${sql.lit(ARMED_SLACK_SECONDS)}))`;

function endAttempt(
  work: UnitOfWork,
  attempt: Identified,
  { outcome, target_id, before, after, output, error, error_type }: AttemptResult,
  { ifOrphaned = false, ending }: SettleOptions,
): Promise<AttemptRow | undefined> {
  const isAwaiting = outcome === 'awaiting_confirmation';
  const running = work.sql
    .updateTable('change_attempts')
    .set({
      outcome,
      error,
      error_type,
      ...(ifOrphaned ? {} : { target_id, before: jsonValue(before), after: jsonValue(after) }),
      ...(output ? { output: jsonValue(output.value), output_truncated: output.is_truncated } : {}),
      ...(isAwaiting
        ? { confirm_until: confirmUntil }
        : { finished_at: sql<string>`now()`, ending: null, ending_until: null, ending_by: null }),
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', attempt.id)
    .where('fencing', '=', attempt.fencing)
    .where('outcome', '=', ending === undefined ? 'running' : 'awaiting_confirmation')
    .$if(ending !== undefined, (query) => query.where('ending_by', '=', String(ending)))
    .returningAll();
  const statement = ifOrphaned ? running.where('lease_until', '<', sql<string>`now()`) : running;
  return statement.executeTakeFirst();
}

/**
 * Sent together with the end of its attempt, so it asks the row whether that was ended by this very transaction. A failed
 * apply stays pending with its error (DECISIONS 19).
 */
function endChange(
  work: UnitOfWork,
  attempt: Identified,
  { outcome, error }: AttemptResult,
): Promise<ChangeRow | undefined> {
  const now = sql<string>`now()`;
  const ending =
    outcome === 'succeeded'
      ? {
          status: 'applied' as const,
          applied_at: now,
          applied_by: attempt.actor_id,
          stale: false,
          last_error: null,
        }
      : { last_error: error };
  return work.sql
    .updateTable('pending_changes')
    .set({ ...ending, last_outcome: outcome, updated_at: now })
    .where('id', '=', attempt.change_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('change_attempts')
          .where('id', '=', attempt.id)
          .where('outcome', '=', outcome)
          .where('updated_at', '=', now),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** A person's apply ends the causation that led to the staging; a key's carries it on (DECISIONS 28). */
function publishOutcome(
  work: UnitOfWork,
  change: ChangeRow,
  attempt: AttemptRow,
  { outcome, error }: AttemptResult,
  applier: Principal | undefined,
): void {
  if (outcome === 'awaiting_confirmation') return;
  const causation = applier?.kind === 'user' ? [] : change.causation;
  const { actor_id, target_id } = attempt;
  if (outcome === 'succeeded') publishChange(work, changeApplied, change, { actor_id, target_id, causation });
  else
    publishChange(work, changeFailed, change, { actor_id, target_id, causation, reason: error ?? outcome });
}
