import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** How many runs a Connection was given in its current minute, and whether that was too many; `id` is the Connection's. */
export const ConnectionGate = defineEntity({
  name: 'ConnectionGate',
  tableName: 'connection_gates',
  properties: {
    ...tenantProperties,
    window_started_at: timestamp(),
    admitted: p.integer(),
    /** Since when more events come than may run; null when they do not. */
    tripped_at: timestamp().nullable(),
    /** When an event was refused last. */
    refused_at: timestamp().nullable(),
    /** Whether the event of this trip is out. */
    is_announced: p.boolean(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_gates: InferKyselyTable<typeof ConnectionGate>;
  }
}
