import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** What one call of a plugin emitted, and for which event at the beginning of its chain. */
export const PluginEmission = defineEntity({
  name: 'PluginEmission',
  tableName: 'plugin_emissions',
  properties: {
    ...tenantProperties,
    plugin_id: p.string(),
    root_event_id: p.uuid().nullable(),
    events: p.integer(),
    bytes: p.bigint().$type<number>(),
    /** A mark instead of an emission: the organization was told that a budget is spent. */
    told: p.boolean(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    plugin_emissions: InferKyselyTable<typeof PluginEmission>;
  }
}
