import {
  type Database,
  jsonValue,
  sql,
  type Tables,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { notFound, type PatchbayError } from '@patchbay/kernel/errors';
import type { Jobs } from '@patchbay/kernel/jobs';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { WriteGate } from '@patchbay/module-system/contract';
import type { StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import type { UpdateObject } from 'kysely';
import type { ApplyInput } from '../../contract.ts';
import { featureUnavailable, targetBusy } from '../../errors/index.ts';
import { rollbackJob } from '../../jobs/rollback.ts';
import { type Judged, NO_APPROVALS } from '../approvals/approval-tally.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { LiveValues, OpenSession } from '../live/live-values.ts';
import type { AttemptRow, ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { type Authority, seesSite } from '../weighing/authority.ts';
import {
  APPLY_CHECKS,
  type ApplyFacts,
  assertAll,
  isOpen,
  obstaclesIn,
  PUSH_CHECKS,
} from './apply-checks.ts';
import { type Guards, guardRefusal } from './guard-refusal.ts';
import { lockController, surroundingsOf } from './open-attempts.ts';

export interface LedgerDeps {
  readonly database: Database;
  readonly authority: Public<Authority>;
  readonly features: Public<FeatureIndex>;
  readonly permissions: PermissionMap;
  /** The switch in front of every device write (DECISIONS 22). */
  readonly gate: Pick<WriteGate, 'isOpen'>;
  readonly approvals: Pick<Public<Approvals>, 'tally'>;
  readonly jobs: Jobs;
  readonly guards: Guards;
  readonly live: Pick<Public<LiveValues>, 'lookUp'>;
  /** Names this process in its attempts. */
  readonly owner_id: string;
}

/** Facts known right before the push. */
export interface Sent {
  readonly before: VendorValue | null;
  /** Token by which the armed device lets the writes stand. */
  readonly confirm_token: string | null;
}

type Marks = UpdateObject<Tables, 'change_attempts'>;

/** Throws unless an apply that was asked for earlier is wanted still. */
export type StillWanted = (work: UnitOfWork) => Promise<void>;

/** A won claim: no other attempt may push this change or touch its target until it is settled. */
export interface Claim {
  readonly attempt: AttemptRow;
  /** The change as it stood before the claim. */
  readonly change: ChangeRow;
  readonly feature: StagedFeature;
  readonly input: ApplyInput;
  readonly open: OpenSession;
}

export const LEASE_SECONDS = 20;
export const leaseEnd = sql<string>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/** Target that only one attempt may touch at once. Creations meet nothing that exists. */
const targetKeyOf = (change: ChangeRow): string =>
  change.operation === 'create' ? `create ${change.id}` : `${change.feature} ${change.target_id ?? ''}`;

/** A change refused for its state is refused without further queries: a thousand may ask at once. */
const isInQuestion = (change: ChangeRow): boolean => change.status === 'pending' && !isOpen(change);

/** Whether the attempt was to create an object; its id is known to the attempt alone. */
export const isCreation = ({ target_key }: Pick<AttemptRow, 'target_key'>): boolean =>
  target_key.startsWith('create ');

/** Attempts on their way to the device: claimed before anything is sent, marked when it is (RULES R8, R9). */
export class AttemptLedger extends Service<LedgerDeps> {
  /**
   * Judges the apply and commits a running attempt, or throws the first refusal and changes nothing. `still`
   * throws when the caller has been overtaken, in the same transaction.
   */
  claim(principal: Principal, changeId: string, input: ApplyInput, still?: StillWanted): Promise<Claim> {
    return this.parts.database.write(principal, async (work) => {
      const change = await lockChange(work, changeId);
      await still?.(work);
      // Sent before the statements that read under this lock. Changes refused for their state wait for no lock.
      const held = isInQuestion(change)
        ? lockController(work, change, this.#isWhole(change, input))
        : undefined;
      const opening = this.#opening(principal, change);
      const [facts] = await Promise.all([this.#factsOf(work, principal, change, input), held]);
      assertAll(APPLY_CHECKS, facts);
      const [attempt, open] = await Promise.all([this.#insert(work, facts), opening]);
      this.#takeBackLater(work, attempt);
      work.audit.record({
        action: 'changes.apply',
        target_type: 'change',
        target_id: change.id,
        detail: {
          attempt_id: attempt.id,
          fencing: attempt.fencing,
          payload_hash: attempt.payload_hash,
          ...approvedBy(facts),
          ...(attempt.confirm_mechanism === null
            ? {}
            : { confirm: attempt.confirm_mechanism, confirm_within_seconds: attempt.confirm_seconds }),
        },
      });
      return { attempt, change, feature: facts.feature as StagedFeature, input, open };
    });
  }

  /** Everything that stands against applying it now, rights aside; nothing is claimed. */
  async obstacles(unit: Unit, change: ChangeRow): Promise<readonly PatchbayError[]> {
    return obstaclesIn(await this.#factsOf(unit, unit.principal, change, { force: true }));
  }

  /** Looks up the controller along with the claim. A failure is thrown when the session is opened. */
  async #opening(principal: Principal, change: ChangeRow): Promise<OpenSession> {
    const feature = isInQuestion(change) ? this.parts.features.find(change.feature) : undefined;
    if (feature === undefined) return () => Promise.reject(featureUnavailable());
    return this.parts.live
      .lookUp(principal, feature, change.controller_id)
      .catch((error: unknown) => () => Promise.reject(error));
  }

  /** Before the device is armed: from now on it may be. False as for `markSent`. */
  markArming(principal: Principal, claim: Claim): Promise<boolean> {
    return this.#mark(principal, claim, { armed_at: sql<string>`now()` });
  }

  /**
   * Right before the push: checks authority and gate again and marks the attempt as sent, with the value that
   * stands before it, if it still is the running one. False when this process was taken for dead meanwhile and
   * must not push.
   */
  markSent(principal: Principal, claim: Claim, known: Sent): Promise<boolean> {
    const { before, confirm_token } = known;
    const sent_hash = claim.attempt.payload_hash;
    const marks = { sent_hash, before: jsonValue(before), confirm_token };
    return this.#mark(principal, claim, marks, { value: before });
  }

  async #mark(
    principal: Principal,
    { attempt, change, input }: Claim,
    marks: Marks,
    live?: Judged['live'],
  ): Promise<boolean> {
    const marked = await this.parts.database.write(principal, async (work) => {
      assertAll(PUSH_CHECKS, await this.#factsOf(work, principal, change, input, live));
      const running = work.sql
        .updateTable('change_attempts')
        .set({ ...marks, lease_until: leaseEnd })
        .where('id', '=', attempt.id)
        .where('fencing', '=', attempt.fencing)
        .where('outcome', '=', 'running')
        .returning('id');
      return work.withCommit(() => running.compile());
    });
    return marked().length === 1;
  }

  async #factsOf(
    work: Unit,
    principal: Principal,
    change: ChangeRow,
    input: ApplyInput,
    live?: Judged['live'],
  ): Promise<ApplyFacts> {
    const { authority, approvals, features, permissions, gate } = this.parts;
    const feature = features.find(change.feature);
    const isWhole = this.#isWhole(change, input);
    const [current, around, guarded, isGateOpen] = await Promise.all([
      authority.now(principal, work),
      isInQuestion(change) ? surroundingsOf(work, change, targetKeyOf(change), isWhole) : undefined,
      this.#guarded(work, change, feature),
      isInQuestion(change) && gate.isOpen(work),
    ]);
    const tally = around?.isReviewed
      ? await approvals.tally(work, change, feature, live)
      : around && NO_APPROVALS;
    if (!seesSite(current, change.site_id)) throw notFound();
    const confirm = feature === undefined ? null : features.confirmOf(feature, change.operation);
    const needs = features.needsOn(change);
    const judged = { change, feature, needs, principal: current, permissions, input, confirm };
    const { freeze, isTargetBusy = false, isControllerBusy = false } = around ?? {};
    return { ...judged, tally, guarded, freeze, isTargetBusy, isControllerBusy, isGateOpen };
  }

  async #guarded(
    work: Unit,
    change: ChangeRow,
    feature: StagedFeature | undefined,
  ): Promise<PatchbayError | undefined> {
    if (feature === undefined || change.status !== 'pending') return undefined;
    const { controller_id, site_id, vendor } = change;
    const features = this.parts.features.writtenBy(feature, change);
    const write = { controller_id, site_id, vendor, features };
    return guardRefusal(this.parts.guards, write, (ask) => ask(work));
  }

  /** Whether its device would take back whatever happens on it until it is confirmed. */
  #isWhole({ feature, operation }: ChangeRow, { confirm_within_seconds }: ApplyInput): boolean {
    const found = confirm_within_seconds === undefined ? undefined : this.parts.features.find(feature);
    return found !== undefined && this.parts.features.confirmOf(found, operation) === 'device';
  }

  /** In the claim's own transaction, so that no attempt waits for a confirmation without its roll-back job. */
  #takeBackLater(work: UnitOfWork, { id, organization_id, confirm_seconds }: AttemptRow): void {
    if (confirm_seconds === null) return;
    const runAt = new Date(Date.now() + confirm_seconds * 1_000);
    const key = `changes.take-back ${id}`;
    this.parts.jobs.enqueue(work, rollbackJob, { attempt_id: id, organization_id }, { runAt, key });
  }

  /** With what the policies asked for, which is kept beside what became of it. */
  async #insert(
    work: UnitOfWork,
    { change, principal, input, confirm = null, tally }: ApplyFacts,
  ): Promise<AttemptRow> {
    const { confirm_within_seconds: confirm_seconds = null } = input;
    const required = tally?.required ?? 0;
    const attempt = await work.sql
      .with('noted', (db) =>
        db
          .updateTable('pending_changes')
          .set({
            last_outcome: 'running',
            updated_at: sql<string>`now()`,
            ...((change.approvals_required ?? 0) === required ? {} : { approvals_required: required }),
          })
          .where('id', '=', change.id),
      )
      .insertInto('change_attempts')
      .values({
        id: newId(),
        organization_id: change.organization_id,
        change_id: change.id,
        controller_id: change.controller_id,
        site_id: change.site_id,
        target_key: targetKeyOf(change),
        target_id: change.target_id,
        payload_hash: change.payload_hash,
        outcome: 'running',
        actor_id: principal.user_id,
        confirm_seconds,
        confirm_mechanism: confirm_seconds === null ? null : confirm,
        owner_id: this.parts.owner_id,
        lease_until: leaseEnd,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (attempt === undefined) throw targetBusy();
    return attempt;
  }
}

/** The change, held until the end of the transaction; `kernel.not_found` outside the scope. */
export async function lockChange(work: UnitOfWork, changeId: string): Promise<ChangeRow> {
  const change = await work.sql
    .selectFrom('pending_changes')
    .selectAll()
    .where('id', '=', changeId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (change === undefined) throw notFound();
  return change;
}

export const noteOutcome = (work: UnitOfWork, changeId: string, outcome: ChangeRow['last_outcome']) =>
  work.sql
    .updateTable('pending_changes')
    .set({ last_outcome: outcome, updated_at: sql<string>`now()` })
    .where('id', '=', changeId)
    .execute();

/** Approvers of an apply, for the record. */
function approvedBy({ tally }: ApplyFacts): Readonly<Record<string, unknown>> {
  if (tally === undefined || tally.required === 0) return {};
  const votes = tally.votes.filter(({ vote, fallen }) => vote.decision === 'approve' && fallen === null);
  return {
    approved_by: votes.map(({ vote }) => vote.user_id),
    bound_to: votes.map(({ vote }) => vote.bound_hash),
  };
}
