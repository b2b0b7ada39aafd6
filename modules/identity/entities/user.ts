import { defineTable, p, rowSecurity, softDeletedColumns, timestamp } from '@patchbay/kernel/database';
import type { RoleName } from '@patchbay/kernel/permissions';

export const User = defineTable('users', {
  columns: {
    ...softDeletedColumns,
    email: p.string(),
    email_key: p.string(),
    username: p.string(),
    username_key: p.string(),
    display_name: p.string().nullable(),
    password_hash: p.string().nullable(),
    role: p.string().$type<RoleName>(),
    is_active: p.boolean().default(true),
    token_version: p.integer().default(1),
    mfa_enabled: p.boolean().default(false),
    last_login_at: timestamp().nullable(),
  },
  lock: rowSecurity('users', null, 'select, insert, update'),
  generated: [
    `search_text text generated always as (lower(
      username || chr(10) || email || chr(10) || coalesce(display_name, ''))) stored`,
  ],
  constraints: [
    `check (role in ('super_admin', 'org_admin', 'admin', 'site_admin', 'operator', 'viewer', 'guest'))`,
    'constraint users_in_organization unique (organization_id, id)',
    'constraint users_organization_fkey foreign key (organization_id) references organizations (id)',
  ],
  indexes: [
    'create unique index users_email_key on users (email_key) where deleted_at is null',
    'create unique index users_username_key on users (username_key) where deleted_at is null',
    'create index users_search on users using gin (search_text gin_trgm_ops) where deleted_at is null',
    'create index users_of_organization on users (organization_id, created_at) where deleted_at is null',
  ],
});
