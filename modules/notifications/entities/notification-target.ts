import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** One receiver through one channel. Its messages go one after the other, under a lease. */
export const NotificationTarget = defineTable('notification_targets', {
  columns: {
    ...tenantColumns,
    /** Id of the way there: `in_app`, `email`, `chat`, `webhook` … */
    channel: p.string(),
    key: p.string(),
    user_id: p.uuid().nullable(),
    channel_id: p.uuid().nullable(),
    /** Of a receiver that is neither a user nor a kept channel. */
    sealed_address: p.text().nullable(),
    label: p.string(),
    /** When something is to be done here; null while nothing waits. */
    next_due_at: timestamp().nullable(),
    claim_id: p.uuid().nullable(),
    lease_until: timestamp().nullable(),
    /** Messages that found the queue full; counted in the next one. */
    dropped: p.integer().default(0),
    failures: p.integer().default(0),
    failing_since: timestamp().nullable(),
    last_error: p.string().nullable(),
  },
  lock: rowSecurity('notification_targets', null),
  constraints: ['unique (organization_id, key)'],
  indexes: [
    `create index targets_due on notification_targets (channel, organization_id, next_due_at)
      where next_due_at is not null`,
  ],
});
