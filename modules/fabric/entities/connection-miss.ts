import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** One event whose conditions did not hold. */
export interface MissDetail {
  readonly event_id: string;
  /** `field operator` of the conditions that failed. */
  readonly failed: readonly string[];
}

/** Events of one batch that matched a Connection's pattern but not its conditions (DECISIONS 27). */
export const ConnectionMiss = defineEntity({
  name: 'ConnectionMiss',
  tableName: 'connection_misses',
  properties: {
    ...tenantProperties,
    connection_id: p.uuid(),
    first_cursor: p.integer(),
    missed: p.integer(),
    details: p.json().$type<readonly MissDetail[]>(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_misses: InferKyselyTable<typeof ConnectionMiss>;
  }
}
