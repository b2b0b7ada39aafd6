import {
  migration,
  // without site: organizationRows,
  tenantTable,
} from '@patchbay/kernel/database';

/** Rows at sites: row-level security of organization and site comes with the table. */ // only: site
// without site: /** Rows of whole organizations: people held to sites read them and, by the second statement, change none. */
export const firstExampleItems = migration(
  'example-module.001-example-items',
  tenantTable('example_items', {
    columns: [
      'site_id uuid not null', // only: site
      'name text not null',
      'description text',
      'created_by uuid', // only: listener
      'constraint example_items_organization_fkey foreign key (organization_id) references organizations (id)',
    ],
    siteColumn: 'site_id', // only: site
    // without site: siteColumn: null,
    grant: 'select, insert, update',
  }),
  // without site: organizationRows('example_items', null, ['insert', 'update']),
  'create unique index example_items_name_key on example_items (organization_id, site_id, name) where deleted_at is null', // only: site
  // without site: 'create unique index example_items_name_key on example_items (organization_id, name) where deleted_at is null',
  'create index example_items_deleted on example_items (deleted_at) where deleted_at is not null', // only: job
  'create index example_items_created_by on example_items (created_by) where created_by is not null', // only: listener
);
