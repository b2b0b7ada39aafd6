import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** `running` is a lease that ends at `next_at`; the other states but `waiting` are final. */
export type DeliveryStatus = 'waiting' | 'running' | 'done' | 'skipped' | 'failed';

/** One event on its way to one plugin; unique, so that a job handed over twice changes nothing. */
export const PluginDelivery = defineEntity({
  name: 'PluginDelivery',
  tableName: 'plugin_deliveries',
  properties: {
    ...tenantProperties,
    plugin_id: p.string(),
    event_id: p.uuid(),
    event_cursor: p.bigint().$type<number>(),
    status: p.string().$type<DeliveryStatus>(),
    attempts: p.integer(),
    next_at: timestamp(),
    error: p.string().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    plugin_deliveries: InferKyselyTable<typeof PluginDelivery>;
  }
}
