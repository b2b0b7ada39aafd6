import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';
import type { Priority } from '../priorities.ts';

/** Something people are to be told, accepted once per effect; its deliveries say who and how. */
export const Notice = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  properties: {
    ...tenantProperties,
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
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    notices: InferKyselyTable<typeof Notice>;
  }
}
