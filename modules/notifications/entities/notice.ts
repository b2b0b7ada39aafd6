import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { Priority } from '../contract/priorities.ts';

/** A notice, accepted once per effect; its deliveries name receivers and channels. */
export const Notice = defineTable('notices', {
  columns: {
    ...tenantColumns,
    effect_id: p.uuid(),
    title: p.string(),
    body: p.string(),
    category: p.string(),
    priority: p.string().$type<Priority>(),
    subject: p.string(),
    event_id: p.uuid().nullable(),
    /** Set where receivers are limited to those who may see such events. */
    event_type: p.string().nullable(),
    occurred_at: timestamp(),
  },
  lock: rowSecurity('notices', null),
  constraints: ['unique (organization_id, effect_id)'],
  indexes: ['create index notices_by_age on notices (created_at)'],
});
