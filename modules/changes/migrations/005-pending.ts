import { migration } from '@patchbay/kernel/database';

/** Pending changes are counted whenever one is staged. */
export const indexPending = migration(
  'changes.005-pending',
  `create index pending_changes_pending on pending_changes (organization_id) where status = 'pending'`,
);
