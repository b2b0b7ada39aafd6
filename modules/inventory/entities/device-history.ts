import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** One thing that became of a device; it stands at the device's site and moves with it. */
export const DeviceHistory = defineEntity({
  name: 'DeviceHistory',
  tableName: 'device_history',
  properties: {
    ...tenantProperties,
    site_id: p.uuid(),
    device_id: p.uuid(),
    actor_id: p.uuid().nullable(),
    source: p.string().$type<'person' | 'controller'>(),
    action: p.string().$type<'discovered' | 'changed' | 'deleted' | 'restored'>(),
    field: p.string().nullable(),
    from: p.json().$type<unknown>().nullable(),
    to: p.json().$type<unknown>().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    device_history: InferKyselyTable<typeof DeviceHistory>;
  }
}
