import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** A write that a run has staged; `id` is the effect's, so that a step carried out again finds its change. */
export const ConnectionEffect = defineEntity({
  name: 'ConnectionEffect',
  tableName: 'connection_effects',
  properties: { ...tenantProperties, change_id: p.uuid().nullable(), feature: p.string().nullable() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_effects: InferKyselyTable<typeof ConnectionEffect>;
  }
}
