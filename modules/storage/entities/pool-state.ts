import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** How a pool was when it was read last, so that a change is told once. */
export const PoolState = defineEntity({
  name: 'PoolState',
  tableName: 'storage_pool_states',
  properties: {
    ...tenantProperties,
    controller_id: p.uuid(),
    /** Empty for pools that all machines of the controller share. */
    node: p.string(),
    kind: p.string(),
    name: p.string(),
    status: p.string().$type<'healthy' | 'degraded' | 'unavailable'>(),
    /** Whether the capacity warning was told and usage has not fallen well below the threshold since. */
    is_full: p.boolean(),
    seen_at: timestamp(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    storage_pool_states: InferKyselyTable<typeof PoolState>;
  }
}
