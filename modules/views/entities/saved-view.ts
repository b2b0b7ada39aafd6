import { defineTable, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';
import type { SearchOfView } from '../schemas.ts';

/** Wording of the second lock: people held to sites write no row that the whole organization sees (RULES R20). */
const OWN_OR_UNHELD = `organization_id = (select app_organization_id())
  and ((select app_site_ids()) is null or not is_shared)`;

/** Policies under which people held to sites add and change private views alone. */
export const sharedByUnheld = [
  `create policy held_insert on saved_views as restrictive for insert to patchbay_app with check (${OWN_OR_UNHELD})`,
  `create policy held_update on saved_views as restrictive for update to patchbay_app using (${OWN_OR_UNHELD})`,
] as const;

/** How a person looks at a list: which page, and what its address asks for. */
export const SavedView = defineTable('saved_views', {
  columns: {
    ...softDeletedColumns,
    owner_id: p.uuid(),
    name: p.string(),
    page: p.string(),
    search: p.json().$type<SearchOfView>(),
    is_shared: p.boolean().default(false),
  },
  lock: [rowSecurity('saved_views', null, 'select, insert, update'), sharedByUnheld],
  constraints: [
    'constraint saved_views_organization_fkey foreign key (organization_id) references organizations (id)',
    'constraint saved_views_owner_fkey foreign key (organization_id, owner_id) references users (organization_id, id)',
  ],
  indexes: [
    'create index saved_views_listed on saved_views (organization_id, name, id) where deleted_at is null',
    'create index saved_views_of_owner on saved_views (owner_id) where deleted_at is null',
  ],
});
