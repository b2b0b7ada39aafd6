import { defineError } from '@patchbay/kernel/errors';

export const frozen = defineError({
  id: 'changes.frozen',
  kind: 'conflict',
  message: 'Changes are frozen at this site; apply it when the freeze is over.',
});
export const approvalMissing = defineError({
  id: 'changes.approval_missing',
  kind: 'forbidden',
  message: 'This change needs the approval of other people before it can be applied.',
});
export const changeRejected = defineError({
  id: 'changes.rejected',
  kind: 'forbidden',
  message: 'This change was rejected. It can be applied once the rejection is withdrawn, or staged anew.',
});
export const ownChange = defineError({
  id: 'changes.own_change',
  kind: 'forbidden',
  message: 'The author of a change cannot vote on it, neither in person nor through a key.',
});
export const peopleVote = defineError({
  id: 'changes.people_vote',
  kind: 'forbidden',
  message: 'Applications do not vote on changes; the person behind them does, signed in.',
});
export const stepUpRequired = defineError({
  id: 'changes.step_up_required',
  kind: 'forbidden',
  message: 'This approval needs a session younger than ten minutes: sign in again, then approve.',
});
export const reviewMoved = defineError({
  id: 'changes.review_moved',
  kind: 'conflict',
  message: 'The live value differs from the one this change was shown with. Review the new diff, then vote.',
});
export const tooManyVotes = defineError({
  id: 'changes.too_many_votes',
  kind: 'conflict',
  message: 'At most 100 people vote on one change.',
});
export const tooManyPolicies = defineError({
  id: 'changes.too_many_policies',
  kind: 'conflict',
  message: 'An organization has at most 200 approval policies; delete some first.',
});
export const tooManyFreezes = defineError({
  id: 'changes.too_many_freezes',
  kind: 'conflict',
  message: 'An organization has at most 200 freezes; delete some first.',
});
export const inAnotherSet = defineError({
  id: 'changes.in_another_set',
  kind: 'conflict',
  message: 'A change stands in one open set at most; cancel the other set first.',
});
export const setNotOpen = defineError({
  id: 'changes.set_not_open',
  kind: 'conflict',
  message: 'This change set cannot do that in its present status.',
});
export const tooManySets = defineError({
  id: 'changes.too_many_sets',
  kind: 'conflict',
  message: 'An organization has at most 500 open change sets; cancel some first.',
});

/** Errors of approvals, freezes and sets. */
export const reviewErrors = [
  frozen,
  approvalMissing,
  changeRejected,
  ownChange,
  peopleVote,
  stepUpRequired,
  reviewMoved,
  tooManyVotes,
  tooManyPolicies,
  tooManyFreezes,
  inAnotherSet,
  setNotOpen,
  tooManySets,
];
