import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/**
 * Where a subscription stands in the log; its id is the subscription's. The log itself is the queue: however far a
 * receiver falls behind, nothing is held for it but this row.
 */
export const WebhookQueue = defineEntity({
  name: 'WebhookQueue',
  tableName: 'webhook_queues',
  properties: {
    ...tenantProperties,
    /** Every event up to here has its delivery, or is none of this subscription's. */
    position: p.integer(),
    /** What happened earlier is delivered only if a replay asks for it. */
    begins_at: timestamp(),
    /** Up to here there is, or may be, something to deliver. */
    wanted_to: p.integer(),
    /** Up to here deliveries are repetitions that were asked for. */
    replay_to: p.integer(),
    last_sequence: p.integer(),
    /** When there is something to do next; null: nothing. */
    due_at: timestamp().nullable(),
    /** What comes next waits for a retry: new events do not make it due. */
    blocked: p.boolean(),
    /** First failure since the last success. */
    failing_since: timestamp().nullable(),
    /** Its receiver took long to answer. */
    is_slow: p.boolean(),
    claim_id: p.uuid().nullable(),
    lease_until: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    webhook_queues: InferKyselyTable<typeof WebhookQueue>;
  }
}
