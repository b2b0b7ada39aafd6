import type { TablesOf } from '@patchbay/kernel/database';
import { ApprovalPolicy } from './approval-policy.ts';
import { ChangeAttempt } from './change-attempt.ts';
import { ChangeComment } from './change-comment.ts';
import { ChangeFreeze } from './change-freeze.ts';
import { ChangeSet } from './change-set.ts';
import { ChangeSetItem } from './change-set-item.ts';
import { ChangeVote } from './change-vote.ts';
import { PendingChange } from './pending-change.ts';

export const entities = [
  PendingChange,
  ChangeAttempt,
  ChangeComment,
  ApprovalPolicy,
  ChangeVote,
  ChangeFreeze,
  ChangeSet,
  ChangeSetItem,
];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
