import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

export type PluginLogLevel = 'info' | 'warn' | 'error';

/** A line a plugin wrote, or the platform about it; the newest 500 of a plugin and organization are kept. */
export const PluginLogLine = defineEntity({
  name: 'PluginLogLine',
  tableName: 'plugin_logs',
  properties: {
    ...tenantProperties,
    plugin_id: p.string(),
    level: p.string().$type<PluginLogLevel>(),
    message: p.string(),
    fields: p.json().$type<unknown>().nullable(),
    event_id: p.uuid().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    plugin_logs: InferKyselyTable<typeof PluginLogLine>;
  }
}
