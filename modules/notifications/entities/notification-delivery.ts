import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

export const DELIVERY_STATUSES = ['waiting', 'sending', 'delivered', 'failed', 'skipped', 'folded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/** `single`: a message of its own. `digest`: with all that is due. `held`: told in the next message. */
export type DeliveryMode = 'single' | 'digest' | 'held';

/** What became of one notice for one receiver through one channel. */
export const NotificationDelivery = defineEntity({
  name: 'NotificationDelivery',
  tableName: 'notification_deliveries',
  properties: {
    ...tenantProperties,
    notice_id: p.uuid(),
    target_id: p.uuid(),
    subject: p.string(),
    status: p.string().$type<DeliveryStatus>(),
    mode: p.string().$type<DeliveryMode>(),
    /** Why it waits, or why it ended without being sent. */
    reason: p.string().nullable(),
    due_at: timestamp(),
    /** The message it travels in: the same for every try, so that receivers can tell a repetition. */
    message_id: p.uuid().nullable(),
    attempts: p.integer().default(0),
    last_error: p.string().nullable(),
    finished_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    notification_deliveries: InferKyselyTable<typeof NotificationDelivery>;
  }
}
