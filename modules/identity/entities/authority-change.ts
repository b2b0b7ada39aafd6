import { defineTable, p, platformRights, timestamp } from '@patchbay/kernel/database';

/** When a user's authority last changed; written by triggers, read by every process. */
export const AuthorityChange = defineTable('authority_changes', {
  columns: { user_id: p.uuid().primary(), changed_at: timestamp() },
  lock: platformRights('authority_changes'),
  indexes: ['create index authority_changes_by_time on authority_changes (changed_at)'],
});
