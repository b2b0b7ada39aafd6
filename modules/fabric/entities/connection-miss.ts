import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Kept small, since a busy pattern misses often. */
export interface MissDetails {
  /** `field operator` of the conditions as they were. */
  readonly conditions: readonly string[];
  /** Places of events in the log, counted from `first_cursor`, by the indexes of the conditions that failed (`0,2`). */
  readonly events: Record<string, number[]>;
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
    details: p.json().$type<MissDetails>(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_misses: InferKyselyTable<typeof ConnectionMiss>;
  }
}
