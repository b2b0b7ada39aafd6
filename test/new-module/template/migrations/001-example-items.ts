import { migration, tenantTable } from '@patchbay/kernel/database';

/** Rows of one organization each; row-level security comes with the table. */
export const firstExampleItems = migration(
  'example-module.001-example-items',
  tenantTable('example_items', {
    columns: [
      'name text not null',
      'description text',
      'constraint example_items_organization_fkey foreign key (organization_id) references organizations (id)',
    ],
    siteColumn: null,
    grant: 'select, insert, update',
  }),
  'create unique index example_items_name_key on example_items (organization_id, name) where deleted_at is null',
);
