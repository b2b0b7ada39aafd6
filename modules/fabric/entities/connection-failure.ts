import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Runs of a Connection that failed one after another; `id` is the Connection's. */
export const ConnectionFailure = defineEntity({
  name: 'ConnectionFailure',
  tableName: 'connection_failures',
  properties: { ...tenantProperties, in_a_row: p.integer() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_failures: InferKyselyTable<typeof ConnectionFailure>;
  }
}
