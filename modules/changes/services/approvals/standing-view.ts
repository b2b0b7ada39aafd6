import type { ApprovalsView } from '../../schemas/changes.ts';
import type { Standing } from './standing.ts';

/** Approvals as every route answers them. */
export const viewOfStanding = ({ required, given, votes }: Standing): ApprovalsView => ({
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
