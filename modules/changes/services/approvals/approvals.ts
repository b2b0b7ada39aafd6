import type { Unit } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import type { PermissionMap } from '@patchbay/kernel/permissions';
import type { StagedFeature } from '@patchbay/vendor-kit';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex, StoredWrite } from '../staging/feature-index.ts';
import { type ApprovalTally, type Judged, judge, NO_APPROVALS, type VoteRow } from './approval-tally.ts';
import { type Demand, demandOf, type PolicyRow } from './policy-match.ts';
import type { Voters } from './voters.ts';

type Demanding = StoredWrite & Pick<ChangeRow, 'site_id'>;

/** Counts votes against policies, in the caller's transaction; nothing is remembered between two counts. */
export class Approvals extends Service<{
  features: Public<FeatureIndex>;
  permissions: PermissionMap;
  voters: Public<Voters>;
}> {
  /** For one change, as an apply needs it; `live` once the device was read. */
  async tally(
    unit: Unit,
    change: ChangeRow,
    feature: StagedFeature | undefined,
    live?: Judged['live'],
  ): Promise<ApprovalTally> {
    const [policies, votes] = await Promise.all([policiesOf(unit), votesOn(unit, [change.id])]);
    if (policies.length === 0 && votes.length === 0) return NO_APPROVALS;
    const voters = await this.parts.voters.of(unit, approving(votes));
    const needs = this.parts.features.needsOn(change);
    const demand = demandOf(policies, { ...change, risk: needs.risk });
    return judge(votes, {
      change,
      feature,
      needs,
      demand,
      permissions: this.parts.permissions,
      voters,
      live,
    });
  }

  /** For one that was staged in this unit: it cannot have votes. */
  async demanded(unit: Unit, change: Demanding): Promise<ApprovalTally> {
    return { ...NO_APPROVALS, required: (await this.#demandOn(unit, change)).required };
  }

  /** Whether a vote on it must come from a young session. */
  async needsStepUp(unit: Unit, change: ChangeRow): Promise<boolean> {
    return (await this.#demandOn(unit, change)).step_up;
  }

  async #demandOn(unit: Unit, change: Demanding): Promise<Demand> {
    const { risk } = this.parts.features.needsOn(change);
    return demandOf(await policiesOf(unit), { ...change, risk });
  }

  /** For many changes at once, by id. */
  async tallies(unit: Unit, changes: readonly ChangeRow[]): Promise<ReadonlyMap<string, ApprovalTally>> {
    if (changes.length === 0) return new Map();
    const pending = new Set(changes.filter(({ status }) => status === 'pending').map(({ id }) => id));
    const [policies, votes] = await Promise.all([
      pending.size === 0 ? [] : policiesOf(unit),
      votesOn(
        unit,
        changes.map(({ id }) => id),
      ),
    ]);
    if (policies.length === 0 && votes.length === 0) return new Map();
    const voters = await this.parts.voters.of(
      unit,
      approving(votes).filter(({ change_id }) => pending.has(change_id)),
    );
    return new Map(
      changes.map((change) => {
        const own = votes.filter(({ change_id }) => change_id === change.id);
        if (change.status !== 'pending') return [change.id, over(change, own)];
        const feature = this.parts.features.find(change.feature);
        const needs = this.parts.features.needsOn(change);
        const demand = demandOf(policies, { ...change, risk: needs.risk });
        const judged = { change, feature, needs, demand, permissions: this.parts.permissions, voters };
        return [change.id, judge(own, judged)];
      }),
    );
  }
}

/** A change that is applied or discarded keeps what was asked and said then. */
export const over = (change: ChangeRow, votes: readonly VoteRow[]): ApprovalTally => ({
  required: change.approvals_required ?? 0,
  given: votes.filter(({ decision, fallen }) => decision === 'approve' && fallen === null).length,
  rejected: votes.some(({ decision }) => decision === 'reject'),
  votes: votes.map((vote) => ({ vote, fallen: vote.fallen })),
});

const approving = (votes: readonly VoteRow[]): readonly VoteRow[] =>
  votes.filter(({ decision }) => decision === 'approve');

/** All of them, as bounded when they are made: one that is left out would be a door. */
const policiesOf = (unit: Unit): Promise<readonly PolicyRow[]> =>
  unit.sql.selectFrom('approval_policies').selectAll().where('deleted_at', 'is', null).execute();

export const votesOn = (unit: Unit, change_ids: readonly string[]): Promise<readonly VoteRow[]> =>
  unit.sql
    .selectFrom('change_votes')
    .selectAll()
    .where('change_id', 'in', [...change_ids])
    .orderBy('voted_at')
    .orderBy('id')
    .execute();
