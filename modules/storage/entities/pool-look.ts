import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** When the pools of a controller are due to be read again; its id is the controller's. */
export const PoolLook = defineEntity({
  name: 'PoolLook',
  tableName: 'storage_pool_looks',
  properties: {
    ...tenantProperties,
    /** Set ahead by the process that claims the look, which is void once another value stands here. */
    ask_after: timestamp(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    storage_pool_looks: InferKyselyTable<typeof PoolLook>;
  }
}
