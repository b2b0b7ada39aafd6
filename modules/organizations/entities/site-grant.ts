import {
  defineTable,
  organizationRows,
  p,
  rowSecurity,
  softDeletedColumns,
  timestamp,
} from '@patchbay/kernel/database';

/**
 * Holds a user to a site; a user with any grant, those that ran out included, sees granted sites only.
 * `ended_at`: when it was put on record that `expires_at` has passed.
 */
export const SiteGrant = defineTable('site_grants', {
  columns: {
    ...softDeletedColumns,
    user_id: p.uuid(),
    site_id: p.uuid(),
    expires_at: timestamp().nullable(),
    ended_at: timestamp().nullable(),
    reason: p.string().nullable(),
    granted_by: p.uuid().nullable(),
  },
  lock: [rowSecurity('site_grants', 'site_id', 'select, insert, update'), organizationRows('site_grants')],
  constraints: [
    'constraint site_grants_site_fkey foreign key (organization_id, site_id) references sites (organization_id, id)',
    'constraint site_grants_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: [
    'create unique index site_grants_key on site_grants (user_id, site_id) where deleted_at is null and ended_at is null',
    'create index site_grants_of_user on site_grants (user_id, site_id) where deleted_at is null',
    `create index site_grants_due on site_grants (expires_at)
      where deleted_at is null and ended_at is null and expires_at is not null`,
    'create index site_grants_ending on site_grants (expires_at) where deleted_at is null and expires_at is not null',
  ],
});
