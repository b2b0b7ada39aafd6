import {
  defineTable,
  // without site: organizationRows,
  p,
  rowSecurity,
  softDeletedColumns,
} from '@patchbay/kernel/database';

export const ExampleItem = defineTable('example_items', {
  columns: {
    ...softDeletedColumns,
    site_id: p.uuid(), // only: site
    name: p.string(),
    description: p.string().nullable(),
    created_by: p.uuid().nullable(), // only: listener
  },
  lock: [
    rowSecurity('example_items', 'site_id', 'select, insert, update'), // only: site
    // without site: rowSecurity('example_items', null, 'select, insert, update'),
    // without site: organizationRows('example_items', null, ['insert', 'update']),
  ],
  constraints: [
    'constraint example_items_organization_fkey foreign key (organization_id) references organizations (id)',
  ],
  indexes: [
    'create unique index example_items_name_key on example_items (organization_id, site_id, name) where deleted_at is null', // only: site
    // without site: 'create unique index example_items_name_key on example_items (organization_id, name) where deleted_at is null',
    'create index example_items_deleted on example_items (deleted_at) where deleted_at is not null', // only: job
    'create index example_items_created_by on example_items (created_by) where created_by is not null', // only: listener
  ],
});
