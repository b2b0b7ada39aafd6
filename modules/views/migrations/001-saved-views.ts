import { migration, tenantTable } from '@patchbay/kernel/database';
import { sharedByUnheld } from '../entities/saved-view.ts';

export const savedViews = migration(
  'views.001-saved-views',
  tenantTable('saved_views', {
    columns: [
      'owner_id uuid not null',
      'name text not null',
      'page text not null',
      'search jsonb not null',
      'is_shared boolean not null default false',
      'constraint saved_views_organization_fkey foreign key (organization_id) references organizations (id)',
      'constraint saved_views_owner_fkey foreign key (organization_id, owner_id) references users (organization_id, id)',
    ],
    siteColumn: null,
    grant: 'select, insert, update',
  }),
  sharedByUnheld,
  'create index saved_views_listed on saved_views (organization_id, name, id) where deleted_at is null',
  'create index saved_views_of_owner on saved_views (owner_id) where deleted_at is null',
);
