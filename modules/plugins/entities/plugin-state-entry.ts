import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** One key of what a plugin keeps for one organization. */
export const PluginStateEntry = defineTable('plugin_state', {
  columns: {
    ...tenantColumns,
    plugin_id: p.string(),
    key: p.string(),
    value: p.json().$type<unknown>(),
  },
  lock: rowSecurity('plugin_state', null),
  constraints: [
    'unique (plugin_id, organization_id, key)',
    'foreign key (plugin_id) references plugins (id) on delete cascade',
  ],
});
