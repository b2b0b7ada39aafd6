import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** One key of what a plugin keeps for one organization. */
export const PluginStateEntry = defineEntity({
  name: 'PluginStateEntry',
  tableName: 'plugin_state',
  properties: {
    ...tenantProperties,
    plugin_id: p.string(),
    key: p.string(),
    value: p.json().$type<unknown>(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    plugin_state: InferKyselyTable<typeof PluginStateEntry>;
  }
}
