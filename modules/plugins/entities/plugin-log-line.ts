import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

export type PluginLogLevel = 'info' | 'warn' | 'error';

/** A line a plugin wrote, or the platform about it; the newest 500 of a plugin and organization are kept. */
export const PluginLogLine = defineTable('plugin_logs', {
  columns: {
    ...tenantColumns,
    plugin_id: p.string(),
    level: p.string().$type<PluginLogLevel>(),
    message: p.string(),
    fields: p.json().$type<unknown>().nullable(),
    event_id: p.uuid().nullable(),
  },
  lock: rowSecurity('plugin_logs', null),
  constraints: [
    `check (level in ('info', 'warn', 'error'))`,
    'foreign key (plugin_id) references plugins (id) on delete cascade',
  ],
  indexes: ['create index plugin_logs_newest on plugin_logs (plugin_id, organization_id, id)'],
});
