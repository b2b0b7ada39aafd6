import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { Priority } from '../contract/priorities.ts';

/** One message in a user's inbox. */
export const Notification = defineTable('notifications', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    title: p.string(),
    body: p.string(),
    category: p.string().default('general'),
    priority: p.string().$type<Priority>().default('normal'),
    /** Subject; of one subject only so many come in at a time. */
    subject: p.string().default(''),
    /** Count of held-back messages of the subject since it came. */
    held_back: p.integer().default(0),
    event_id: p.uuid().nullable(),
    effect_id: p.uuid(),
    read_at: timestamp().nullable(),
  },
  lock: rowSecurity('notifications', null),
  constraints: ['unique (effect_id, user_id)'],
  indexes: [
    'create index notifications_of_user on notifications (user_id, id desc)',
    'create index notifications_unread on notifications (user_id) where read_at is null',
    'create index notifications_of_subject on notifications (user_id, subject, id desc)',
  ],
});
