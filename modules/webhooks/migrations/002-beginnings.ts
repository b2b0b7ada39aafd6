import { migration } from '@patchbay/kernel/database';

/** Events get their place in the log after commit, so a place alone does not show which are newer. */
export const addBeginnings = migration(
  'webhooks.002-beginnings',
  `alter table webhook_queues add column begins_at timestamptz not null default 'epoch'`,
);
