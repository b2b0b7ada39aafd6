import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Apart from the Connection, so that counting does not change it; `id` is the Connection's. */
export const ConnectionCounter = defineEntity({
  name: 'ConnectionCounter',
  tableName: 'connection_counters',
  properties: { ...tenantProperties, conditions_failed: p.integer() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_counters: InferKyselyTable<typeof ConnectionCounter>;
  }
}
