import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { Priority } from '../contract/priorities.ts';

/** Something people are to be told, accepted once per effect; its deliveries say who and how. */
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
    /** Set where being told depends on who may see such events. */
    event_type: p.string().nullable(),
    occurred_at: timestamp(),
  },
  lock: rowSecurity('notices', null),
  constraints: ['unique (organization_id, effect_id)'],
  indexes: ['create index notices_by_age on notices (created_at)'],
});
