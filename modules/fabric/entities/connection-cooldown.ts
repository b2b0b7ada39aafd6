import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** Until when a Connection rests; `id` is the Connection's. */
export const ConnectionCooldown = defineEntity({
  name: 'ConnectionCooldown',
  tableName: 'connection_cooldowns',
  properties: { ...tenantProperties, event_id: p.uuid(), rests_until: timestamp() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_cooldowns: InferKyselyTable<typeof ConnectionCooldown>;
  }
}
