import { type Database, jsonValue, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { forbidden, notFound } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { OpenSessions } from '@patchbay/module-identity/contract';
import { adapterFailure, type VendorValue, type WriteNeeds } from '@patchbay/vendor-kit';
import { notPending } from '../../errors/index.ts';
import { ownChange, peopleVote, reviewMoved, stepUpRequired, tooManyVotes } from '../../errors/reviews.ts';
import type { ApprovalsView } from '../../schemas/changes.ts';
import { lockChange } from '../applying/attempt-ledger.ts';
import { isReadable } from '../live/live-reader.ts';
import type { LiveValues } from '../live/live-values.ts';
import { sameValue } from '../record/change-diff.ts';
import type { ChangeStore } from '../record/change-store.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { type Authority, seesSite } from '../weighing/authority.ts';
import { authorizeWrite } from '../weighing/write-needs.ts';
import { approvalHash } from './approval-hash.ts';
import type { Approvals } from './approvals.ts';
import { reviewLive } from './live-review.ts';
import { viewOfTally } from './tally-view.ts';

export interface VotingDeps {
  readonly database: Database;
  readonly store: Pick<Public<ChangeStore>, 'find'>;
  readonly features: Public<FeatureIndex>;
  readonly permissions: PermissionMap;
  readonly authority: Public<Authority>;
  readonly approvals: Public<Approvals>;
  readonly live: Pick<Public<LiveValues>, 'open'>;
  readonly sessions: Pick<OpenSessions, 'list'>;
  readonly clock: Clock;
}

export interface VoteGiven {
  readonly decision: 'approve' | 'reject';
  readonly comment?: string | undefined;
}

const STEP_UP_MS = 10 * 60_000;
const MAX_VOTES = 100;
const MAX_SESSIONS = 200;

/** Takes the votes of people on pending changes: one each, the newest counts. */
export class Voting extends Service<VotingDeps> {
  /** Throws `kernel.not_found`, `kernel.forbidden`, `changes.own_change`, `changes.not_pending` … in that order. */
  async cast(principal: Principal, id: string, given: VoteGiven) {
    const { store, database, approvals, features } = this.parts;
    const seen = await store.find(principal, id);
    this.#assertMayVote(principal, seen);
    if (seen.status !== 'pending') throw notPending();
    const reviewed = given.decision === 'approve' ? await this.#review(principal, seen) : null;
    return database.write(principal, async (work) => {
      const change = await lockChange(work, id);
      const voter = await this.parts.authority.now(principal, work);
      this.#assertMayVote(voter, change);
      if (change.status !== 'pending') throw notPending();
      if (change.payload_hash !== seen.payload_hash) throw reviewMoved();
      const stepped_up = await this.#isYoung(work, voter);
      if (given.decision === 'approve' && !stepped_up && (await approvals.needsStepUp(work, change)))
        throw stepUpRequired();
      const needs = features.needsOn(change);
      const vote = await keepVote(work, change, voter, { ...given, reviewed, stepped_up, needs });
      const tally = await approvals.tally(work, change, features.find(change.feature));
      return { ...vote, approvals: viewOfTally(tally) satisfies ApprovalsView };
    });
  }

  /**
   * Takes one's own vote back; throws `kernel.not_found` when there is none. A person always can; a key only as
   * far as it could vote.
   */
  async withdraw(principal: Principal, id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const change = await lockChange(work, id);
      if (principal.kind !== 'user') this.#assertMayVote(principal, change);
      if (change.status !== 'pending') throw notPending();
      const removed = await work.sql
        .deleteFrom('change_votes')
        .where('change_id', '=', id)
        .where('user_id', '=', principal.user_id)
        .returning('decision')
        .executeTakeFirst();
      if (removed === undefined) throw notFound();
      work.audit.record({
        action: 'changes.approvals.withdraw',
        target_type: 'change',
        target_id: id,
        detail: removed,
      });
    });
  }

  #assertMayVote(principal: Principal, change: ChangeRow): void {
    if (principal.kind === 'system' || principal.user_id === null) throw forbidden();
    if (!seesSite(principal, change.site_id)) throw notFound();
    authorizeWrite(this.parts.permissions, principal, this.parts.features.needsOn(change));
    if (principal.kind === 'oauth2') throw peopleVote();
    if (principal.user_id === change.staged_by) throw ownChange();
  }

  /**
   * The device's present value. Where that differs from the one the change was last shown with, the vote is
   * refused and the new diff kept, so that an unseen diff is not approved. A device that cannot be read leaves
   * the last diff; without any, there is nothing to approve.
   */
  async #review(principal: Principal, change: ChangeRow): Promise<VendorValue | null> {
    const feature = this.parts.features.find(change.feature);
    if (feature === undefined || !isReadable(feature, change)) return null;
    try {
      const { value, change: now } = await reviewLive(this.parts, principal, feature, change);
      if (wasShownOtherwise(change, now)) throw reviewMoved();
      return value;
    } catch (error) {
      if (reviewMoved.matches(error)) throw error;
      if (!change.base_known || change.stale) throw adapterFailure(error);
      return change.base;
    }
  }

  async #isYoung(work: UnitOfWork, { kind, user_id, session_id }: Principal): Promise<boolean> {
    if (kind !== 'user' || user_id === null || session_id === null) return false;
    const newest = { user_id, page: 1, per_page: MAX_SESSIONS, sort: '-created_at' };
    const { items } = await this.parts.sessions.list(work, newest);
    const session = items.find(({ id }) => id === session_id);
    if (session === undefined) return false;
    return this.parts.clock.now().getTime() - Date.parse(session.created_at) < STEP_UP_MS;
  }
}

/** A change that nothing was known of when it was staged has not been shown with anything yet. */
const wasShownOtherwise = (before: ChangeRow, now: ChangeRow): boolean =>
  before.diff_base !== 'none' &&
  ((now.stale && !before.stale) || (before.diff_base === 'live' && !sameValue(before.diff, now.diff)));

interface Kept extends VoteGiven {
  readonly reviewed: VendorValue | null;
  readonly stepped_up: boolean;
  readonly needs: WriteNeeds;
}

async function keepVote(
  work: UnitOfWork,
  change: ChangeRow,
  voter: Principal,
  { decision, comment, reviewed, stepped_up, needs }: Kept,
) {
  const { count } = await work.sql
    .selectFrom('change_votes')
    .select(sql<number>`count(*)`.as('count'))
    .where('change_id', '=', change.id)
    .where('user_id', '<>', voter.user_id)
    .executeTakeFirstOrThrow();
  if (count >= MAX_VOTES) throw tooManyVotes();
  const bound_hash = approvalHash(change.payload_hash, reviewed, needs);
  const now = sql<string>`clock_timestamp()`;
  const said = {
    decision,
    comment: comment ?? null,
    key_id: voter.key_id,
    reviewed: jsonValue(reviewed),
    bound_hash,
    stepped_up,
    fallen: null,
    voted_at: now,
    updated_at: now,
  };
  const row = await work.sql
    .insertInto('change_votes')
    .values({
      id: newId(),
      organization_id: change.organization_id,
      change_id: change.id,
      site_id: change.site_id,
      user_id: String(voter.user_id),
      ...said,
    })
    .onConflict((conflict) => conflict.columns(['change_id', 'user_id']).doUpdateSet(said))
    .returningAll()
    .executeTakeFirstOrThrow();
  work.audit.record({
    action: `changes.approvals.${decision}`,
    target_type: 'change',
    target_id: change.id,
    detail: { bound_hash, key_id: voter.key_id, comment: comment ?? null },
  });
  return {
    change_id: change.id,
    user_id: row.user_id,
    decision: row.decision,
    comment: row.comment,
    at: row.voted_at,
  };
}
