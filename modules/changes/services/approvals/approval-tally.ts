import type { Tables } from '@patchbay/kernel/database';
import type { PatchbayError } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import type { StagedFeature, VendorValue, WriteNeeds } from '@patchbay/vendor-kit';
import type { Selectable } from 'kysely';
import { approvalMissing, changeRejected } from '../../errors/reviews.ts';
import { isReadable } from '../live/live-reader.ts';
import { hasMoved } from '../live/staleness.ts';
import type { ChangeRow } from '../record/change-view.ts';
import { seesSite } from '../weighing/authority.ts';
import { judgeWrite } from '../weighing/write-needs.ts';
import { approvalHash } from './approval-hash.ts';
import type { Demand } from './policy-match.ts';

export type VoteRow = Selectable<Tables['change_votes']>;

/** Why an approval counts no more. */
export type Fallen = 'payload_moved' | 'live_moved' | 'not_authorized' | 'step_up_missing';

export interface JudgedVote {
  readonly vote: VoteRow;
  readonly fallen: Fallen | null;
}

/** Tally of the votes on a change at one moment. */
export interface ApprovalTally {
  readonly required: number;
  readonly given: number;
  readonly rejected: boolean;
  readonly votes: readonly JudgedVote[];
}

/** No approvals required, and no votes. */
export const NO_APPROVALS: ApprovalTally = Object.freeze({
  required: 0,
  given: 0,
  rejected: false,
  votes: [],
});

export interface Judged {
  readonly change: ChangeRow;
  readonly feature: StagedFeature | undefined;
  /** Of the write itself, as worked out just now. */
  readonly needs: WriteNeeds;
  readonly demand: Demand;
  readonly permissions: PermissionMap;
  /** Present principals of the voters, by vote id; absent for those who may not act any more. */
  readonly voters: ReadonlyMap<string, Principal>;
  /** The live value as read just now; absent if it was not read. */
  readonly live?: { readonly value: VendorValue | null } | undefined;
}

/** Every reason by which an approval can fall, at the moment that is asked about (RULES R7). */
function fallenOf(
  vote: VoteRow,
  { change, feature, needs, demand, permissions, voters, live }: Judged,
): Fallen | null {
  if (vote.decision === 'reject') return null;
  if (vote.bound_hash !== approvalHash(change.payload_hash, vote.reviewed, needs)) return 'payload_moved';
  if (vote.fallen !== null) return vote.fallen;
  if (live !== undefined && feature !== undefined && movedSince(feature, change, vote, live.value))
    return 'live_moved';
  const voter = voters.get(vote.id);
  const isAllowed =
    voter !== undefined &&
    voter.user_id !== change.staged_by &&
    seesSite(voter, change.site_id) &&
    judgeWrite(permissions, voter, needs).allowed;
  if (!isAllowed) return 'not_authorized';
  return demand.step_up && !vote.stepped_up ? 'step_up_missing' : null;
}

/** Whether the device shows something else than the voter saw; commands and creations have nothing to show. */
export const movedSince = (
  feature: StagedFeature,
  change: ChangeRow,
  vote: Pick<VoteRow, 'reviewed'>,
  live: VendorValue | null,
): boolean => isReadable(feature, change) && hasMoved(feature, change.payload, vote.reviewed, live);

/** A rejection blocks whatever became of the person: only they, or a new staging, lift it. */
export function judge(votes: readonly VoteRow[], judged: Judged): ApprovalTally {
  const each = votes.map((vote) => ({ vote, fallen: fallenOf(vote, judged) }));
  return {
    required: judged.demand.required,
    given: each.filter(({ vote, fallen }) => vote.decision === 'approve' && fallen === null).length,
    rejected: votes.some(({ decision }) => decision === 'reject'),
    votes: each,
  };
}

/** Error of an apply while approvals are missing. */
export function missingApproval({ required, given, rejected }: ApprovalTally): PatchbayError | undefined {
  if (rejected) return changeRejected();
  if (given >= required) return undefined;
  return approvalMissing({
    message: `${approvalMissing.message} Required: ${required}, given and still standing: ${given}.`,
  });
}
