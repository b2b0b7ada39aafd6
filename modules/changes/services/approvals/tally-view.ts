import type { ApprovalsView } from '../../schemas/changes.ts';
import type { ApprovalTally } from './approval-tally.ts';

/** Approvals as every route answers them. */
export const viewOfTally = ({ required, given, votes }: ApprovalTally): ApprovalsView => ({
  required,
  given,
  votes: votes.map(({ vote, fallen }) => ({
    user_id: vote.user_id,
    decision: vote.decision,
    comment: vote.comment,
    at: vote.voted_at,
    ...(fallen === null ? {} : { fallen }),
  })),
});
