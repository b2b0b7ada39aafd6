import { migration, tenantTable } from '@patchbay/kernel/database';

/** Emissions of calls of plugins, for their budgets; and the time of the notice that one is spent. */
export const plugins005 = migration(
  'plugins.005-emissions',
  tenantTable('plugin_emissions', {
    siteColumn: null,
    softDelete: false,
    columns: [
      'plugin_id text not null references plugins (id) on delete cascade',
      'root_event_id uuid',
      'events integer not null',
      'bytes bigint not null',
      'told boolean not null default false',
    ],
  }),
  'create index plugin_emissions_recent on plugin_emissions (plugin_id, organization_id, created_at)',
  `create index plugin_emissions_of_cause on plugin_emissions (plugin_id, organization_id, root_event_id)
     where root_event_id is not null`,
  'create index plugin_emissions_by_age on plugin_emissions (created_at)',
);
