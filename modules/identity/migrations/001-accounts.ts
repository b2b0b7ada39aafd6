import { migration, platformTable, rowSecurity, tenantTable } from '@patchbay/kernel/database';

const ROLES = `'super_admin', 'org_admin', 'admin', 'site_admin', 'operator', 'viewer', 'guest'`;

/**
 * Row-level security keeps a text index from being used: the search runs as the table's owner
 * and applies the organization itself.
 */
const userSearch = [
  'create extension if not exists pg_trgm',
  'create index users_search on users using gin (search_text gin_trgm_ops) where deleted_at is null',
  `create function search_users(pattern text) returns setof uuid
     language sql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp as $$
       select id from public.users
       where organization_id = (select public.app_organization_id()) and deleted_at is null
         and search_text like lower(pattern) $$`,
  'revoke execute on function search_users(text) from public',
  'grant execute on function search_users(text) to patchbay_app',
];

/** Organizations, users and the first setup. */
export const accounts = migration(
  'identity.001-accounts',
  `create table organizations (
     id uuid primary key,
     name text not null,
     slug text not null,
     is_active boolean not null default true,
     mfa_required boolean not null default false,
     quotas jsonb not null default '{}',
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     deleted_at timestamptz
   )`,
  rowSecurity('organizations', null, 'select, insert, update', 'id'),
  'create unique index organizations_slug_key on organizations (slug) where deleted_at is null',
  tenantTable('users', {
    columns: [
      'email text not null',
      'email_key text not null',
      'username text not null',
      'username_key text not null',
      'display_name text',
      'password_hash text',
      `role text not null check (role in (${ROLES}))`,
      'is_active boolean not null default true',
      'token_version integer not null default 1',
      'mfa_enabled boolean not null default false',
      'last_login_at timestamptz',
      `search_text text generated always as (lower(
        username || chr(10) || email || chr(10) || coalesce(display_name, ''))) stored`,
      'constraint users_organization_fkey foreign key (organization_id) references organizations (id)',
      'constraint users_in_organization unique (organization_id, id)',
    ],
    siteColumn: null,
    grant: 'select, insert, update',
  }),
  'create unique index users_email_key on users (email_key) where deleted_at is null',
  'create unique index users_username_key on users (username_key) where deleted_at is null',
  userSearch,
  'create index users_of_organization on users (organization_id, created_at) where deleted_at is null',
  platformTable(
    'setup_completions',
    [
      'id integer primary key check (id = 1)',
      'organization_id uuid not null',
      'completed_at timestamptz not null default now()',
    ],
    'select, insert',
  ),
  platformTable('login_attempts', [
    'login_key text primary key',
    'failures integer not null',
    'locked_until timestamptz',
    'updated_at timestamptz not null',
  ]),
);
