import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    title: p.string(),
    body: p.string(),
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
