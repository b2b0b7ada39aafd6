import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

export const DELIVERY_STATUSES = ['waiting', 'sending', 'delivered', 'failed', 'skipped', 'folded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/** `single`: a message of its own. `digest`: with all that is due. `held`: counted in the next message. */
export type DeliveryMode = 'single' | 'digest' | 'held';

/** State of one notice for one receiver through one channel. */
export const NotificationDelivery = defineTable('notification_deliveries', {
  columns: {
    ...tenantColumns,
    notice_id: p.uuid(),
    target_id: p.uuid(),
    subject: p.string(),
    status: p.string().$type<DeliveryStatus>(),
    mode: p.string().$type<DeliveryMode>(),
    /** Why it waits, or why it ended without being sent. */
    reason: p.string().nullable(),
    due_at: timestamp(),
    /** The message it travels in: the same for every try, so that receivers recognise a repetition. */
    message_id: p.uuid().nullable(),
    attempts: p.integer().default(0),
    last_error: p.string().nullable(),
    finished_at: timestamp().nullable(),
  },
  lock: rowSecurity('notification_deliveries', null),
  constraints: [
    'unique (notice_id, target_id)',
    'foreign key (notice_id) references notices (id) on delete cascade',
    'foreign key (target_id) references notification_targets (id) on delete cascade',
  ],
  indexes: [
    'create index deliveries_of_target on notification_deliveries (target_id, subject, created_at)',
    `create index deliveries_open on notification_deliveries (target_id, due_at)
      where status in ('waiting', 'sending')`,
    'create index deliveries_listed on notification_deliveries (organization_id, id desc)',
  ],
});
