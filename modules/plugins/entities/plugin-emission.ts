import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Events that one call of a plugin emitted, and the event at the beginning of its chain. */
export const PluginEmission = defineTable('plugin_emissions', {
  columns: {
    ...tenantColumns,
    plugin_id: p.string(),
    root_event_id: p.uuid().nullable(),
    events: p.integer(),
    bytes: p.bigint().$type<number>(),
    /** A mark instead of an emission: the organization was notified that a budget is spent. */
    told: p.boolean().default(false),
  },
  lock: rowSecurity('plugin_emissions', null),
  constraints: ['foreign key (plugin_id) references plugins (id) on delete cascade'],
  indexes: [
    'create index plugin_emissions_recent on plugin_emissions (plugin_id, organization_id, created_at)',
    `create index plugin_emissions_of_cause on plugin_emissions (plugin_id, organization_id, root_event_id)
      where root_event_id is not null`,
    'create index plugin_emissions_by_age on plugin_emissions (created_at)',
  ],
});
