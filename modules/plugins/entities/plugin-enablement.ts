import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Whether an organization uses a plugin; without a row it does not. */
export const PluginEnablement = defineEntity({
  name: 'PluginEnablement',
  tableName: 'plugin_enablements',
  properties: { ...tenantProperties, plugin_id: p.string(), enabled: p.boolean() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    plugin_enablements: InferKyselyTable<typeof PluginEnablement>;
  }
}
