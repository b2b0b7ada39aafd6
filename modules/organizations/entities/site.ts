import { defineTable, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';

export const Site = defineTable('sites', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    slug: p.string(),
    description: p.string().nullable(),
    timezone: p.string().nullable(),
    address: p.string().nullable(),
  },
  lock: rowSecurity('sites', 'id', 'select, insert, update'),
  generated: [
    `search_text text generated always as (lower(
      name || chr(10) || slug || chr(10) || coalesce(address, ''))) stored`,
  ],
  constraints: [
    'constraint sites_in_organization unique (organization_id, id)',
    'constraint sites_organization_fkey foreign key (organization_id) references organizations (id)',
  ],
  indexes: [
    'create unique index sites_slug_key on sites (organization_id, slug) where deleted_at is null',
    'create index sites_search on sites using gin (search_text gin_trgm_ops) where deleted_at is null',
  ],
});
