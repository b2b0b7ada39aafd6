import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';
import type { Priority } from '../priorities.ts';

/** One message in somebody's inbox. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    title: p.string(),
    body: p.string(),
    category: p.string(),
    priority: p.string().$type<Priority>(),
    /** What it is about; of one subject only so many come in at a time. */
    subject: p.string(),
    /** How many more of the subject were held back since it came. */
    held_back: p.integer().default(0),
    event_id: p.uuid().nullable(),
    effect_id: p.uuid(),
    read_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    notifications: InferKyselyTable<typeof Notification>;
  }
}
