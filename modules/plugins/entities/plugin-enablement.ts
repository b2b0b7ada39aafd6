import { defineTable, organizationRows, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Whether an organization uses a plugin; without a row it does not. */
export const PluginEnablement = defineTable('plugin_enablements', {
  columns: { ...tenantColumns, plugin_id: p.string(), enabled: p.boolean() },
  lock: [rowSecurity('plugin_enablements', null), organizationRows('plugin_enablements')],
  constraints: [
    'unique (plugin_id, organization_id)',
    'foreign key (plugin_id) references plugins (id) on delete cascade',
  ],
});
