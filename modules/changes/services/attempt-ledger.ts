import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { v7 as uuidv7 } from 'uuid';
import type { ApplyInput, StagedFeature } from '../contract.ts';
import { targetBusy } from '../errors.ts';
import { APPLY_CHECKS, type ApplyFacts, assertAll, isOpen, PUSH_CHECKS } from './apply-checks.ts';
import { type Authority, seesSite } from './authority.ts';
import type { AttemptRow, ChangeRow } from './change-view.ts';
import type { FeatureIndex } from './feature-index.ts';

/** The switch in front of every device write (DECISIONS 22). */
export interface Gate {
  isOpen(): boolean | Promise<boolean>;
}

export interface LedgerDeps {
  readonly database: Database;
  readonly authority: Public<Authority>;
  readonly features: Public<FeatureIndex>;
  readonly permissions: PermissionMap;
  readonly gate: Gate;
  /** Names this process in its attempts. */
  readonly owner_id: string;
}

/** A won claim: nobody else may push this change or touch its target until it is settled. */
export interface Claim {
  readonly attempt: AttemptRow;
  /** The change as it stood before the claim. */
  readonly change: ChangeRow;
  readonly feature: StagedFeature;
  readonly input: ApplyInput;
}

export const LEASE_SECONDS = 20;
export const leaseEnd = sql<string>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/** What no two attempts may touch at once. Creations meet nothing that exists. */
const targetKeyOf = (change: ChangeRow): string =>
  change.operation === 'create' ? `create ${change.id}` : `${change.feature} ${change.target_id ?? ''}`;

/** Attempts on their way to the device: claimed before anything is sent, marked when it is (RULES R8, R9). */
export class AttemptLedger {
  readonly #deps: LedgerDeps;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
  }

  /** Judges the apply and commits a running attempt, or throws the first refusal and changes nothing. */
  claim(principal: Principal, changeId: string, input: ApplyInput): Promise<Claim> {
    return this.#deps.database.write(principal, async (work) => {
      const change = await lockChange(work, changeId);
      const facts = await this.#factsOf(work, principal, change, input);
      assertAll(APPLY_CHECKS, facts);
      const attempt = await this.#insert(work, change, facts.principal.user_id);
      await noteOutcome(work, change.id, 'running');
      work.audit.record({
        action: 'changes.apply',
        target_type: 'change',
        target_id: change.id,
        detail: { attempt_id: attempt.id, fencing: attempt.fencing, payload_hash: attempt.payload_hash },
      });
      return { attempt, change, feature: facts.feature as StagedFeature, input };
    });
  }

  /**
   * Right before the push: looks at authority and gate again and marks the attempt as sent, if it still is
   * the running one. False when this process was taken for dead meanwhile and must not push.
   */
  markSent(principal: Principal, { attempt, change, input }: Claim): Promise<boolean> {
    return this.#deps.database.write(principal, async (work) => {
      assertAll(PUSH_CHECKS, await this.#factsOf(work, principal, change, input));
      const marked = await work.sql
        .updateTable('change_attempts')
        .set({ sent_hash: attempt.payload_hash, lease_until: leaseEnd })
        .where('id', '=', attempt.id)
        .where('fencing', '=', attempt.fencing)
        .where('outcome', '=', 'running')
        .executeTakeFirst();
      return marked.numUpdatedRows === 1n;
    });
  }

  async #factsOf(
    work: UnitOfWork,
    principal: Principal,
    change: ChangeRow,
    input: ApplyInput,
  ): Promise<ApplyFacts> {
    const { authority, features, permissions, gate } = this.#deps;
    const [current, isTargetBusy, isGateOpen] = await Promise.all([
      authority.now(principal),
      isTaken(work, change),
      gate.isOpen(),
    ]);
    if (!seesSite(current, change.site_id)) throw notFound();
    const feature = features.find(change.feature);
    return { change, feature, principal: current, permissions, input, isTargetBusy, isGateOpen };
  }

  async #insert(work: UnitOfWork, change: ChangeRow, actor_id: string | null): Promise<AttemptRow> {
    const attempt = await work.sql
      .insertInto('change_attempts')
      .values({
        id: uuidv7(),
        organization_id: change.organization_id,
        change_id: change.id,
        controller_id: change.controller_id,
        site_id: change.site_id,
        target_key: targetKeyOf(change),
        target_id: change.target_id,
        payload_hash: change.payload_hash,
        outcome: 'running',
        actor_id,
        owner_id: this.#deps.owner_id,
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
    .forUpdate()
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

/** Whether an attempt of another change works on the same object. */
async function isTaken(work: UnitOfWork, change: ChangeRow): Promise<boolean> {
  if (isOpen(change)) return false;
  const other = await work.sql
    .selectFrom('change_attempts')
    .select('id')
    .where('controller_id', '=', change.controller_id)
    .where(sql<boolean>`md5(target_key) = md5(${targetKeyOf(change)})`)
    .where('outcome', 'in', ['running', 'awaiting_confirmation'])
    .where('change_id', '<>', change.id)
    .executeTakeFirst();
  return other !== undefined;
}
