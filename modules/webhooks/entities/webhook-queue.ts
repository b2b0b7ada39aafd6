import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/**
 * Position of a subscription in the log; its id is the subscription's. The log itself is the queue: however far a
 * receiver falls behind, this row is all that is held for it.
 */
export const WebhookQueue = defineTable('webhook_queues', {
  columns: {
    ...tenantColumns,
    /** Every event up to here has its delivery, or is none of this subscription's. */
    position: p.bigint('number').defaultRaw('0'),
    /** Earlier events are delivered only if a replay asks for them. */
    begins_at: timestamp().defaultRaw("'1970-01-01 00:00:00+00'"),
    /** Up to here there is, or may be, something to deliver. */
    wanted_to: p.bigint('number').defaultRaw('0'),
    /** Up to here deliveries are repetitions that were asked for. */
    replay_to: p.bigint('number').defaultRaw('0'),
    last_sequence: p.bigint('number').defaultRaw('0'),
    /** When there is something to do next; null: nothing. */
    due_at: timestamp().nullable(),
    /** The next delivery waits for a retry: new events do not make it due. */
    blocked: p.boolean().default(false),
    /** First failure since the last success. */
    failing_since: timestamp().nullable(),
    /** Its receiver took long to answer. */
    is_slow: p.boolean().default(false),
    claim_id: p.uuid().nullable(),
    lease_until: timestamp().nullable(),
  },
  lock: rowSecurity('webhook_queues', null),
  indexes: ['create index webhook_queues_due on webhook_queues (due_at) where due_at is not null'],
});
