import { migration, platformTable } from '@patchbay/kernel/database';

const noteOf = (users: string): string => `insert into authority_changes (user_id, changed_at)
  ${users} on conflict (user_id) do update set changed_at = excluded.changed_at`;

const trigger = (name: string, table: string, columns: string, call: string): string =>
  `create trigger ${name} after update of ${columns} on ${table} for each row
     when (${columns
       .split(', ')
       .map((column) => `old.${column} is distinct from new.${column}`)
       .join(' or ')}) execute function ${call}`;

/**
 * Authority of a credential's holder right now, in one statement for the application login too: a super
 * administrator acts in other organizations, where row-level security hides its own row. Members without the
 * second factor their organization demands are guests here, and so on every path. Triggers note every change of
 * authority, so that no code path can forget to.
 */
export const authority = migration(
  'identity.003-authority',
  platformTable('authority_changes', ['user_id uuid primary key', 'changed_at timestamptz not null']),
  'create index authority_changes_by_time on authority_changes (changed_at)',
  `create function user_site_ids(wanted_user uuid) returns uuid[] language sql stable security definer
     set search_path = public, pg_temp as $$ select null::uuid[] $$`,
  `create function ended_authority(within_seconds integer)
     returns table (user_id uuid, ended_at timestamptz)
     language sql stable security definer set search_path = public, pg_temp as $$
     select null::uuid, null::timestamptz where false $$`,
  'revoke execute on function ended_authority(integer) from public',
  'grant execute on function ended_authority(integer) to patchbay_system',
  `create function identity_authority(wanted_user uuid, wanted_session uuid)
     returns table (organization_id uuid, role text, is_active boolean, token_version integer, site_ids uuid[],
       session_open boolean)
     language sql stable security definer set search_path = public, pg_temp as $$
     select u.organization_id, case when o.mfa_required and not u.mfa_enabled then 'guest' else u.role end,
       u.is_active and o.is_active, u.token_version, user_site_ids(u.id),
       wanted_session is null or exists (
         select from sessions s where s.id = wanted_session and s.user_id = u.id
           and s.revoked_at is null and s.token_version = u.token_version)
     from users u join organizations o on o.id = u.organization_id
     where u.id = wanted_user and u.deleted_at is null and o.deleted_at is null $$`,
  'revoke execute on function user_site_ids(uuid), identity_authority(uuid, uuid) from public',
  'grant execute on function identity_authority(uuid, uuid) to patchbay_app, patchbay_system',
  `create function note_authority_of_user() returns trigger language plpgsql security definer
     set search_path = public, pg_temp as $$ begin
     ${noteOf('values (new.id, clock_timestamp())')}; return null; end $$`,
  `create function note_authority_of_owner() returns trigger language plpgsql security definer
     set search_path = public, pg_temp as $$ begin
     ${noteOf('values (new.user_id, clock_timestamp())')}; return null; end $$`,
  `create function note_authority_of_members() returns trigger language plpgsql security definer
     set search_path = public, pg_temp as $$ begin
     ${noteOf('select id, clock_timestamp() from users where organization_id = new.id order by id')};
     return null; end $$`,
  trigger(
    'users_authority',
    'users',
    'role, is_active, mfa_enabled, token_version, deleted_at',
    'note_authority_of_user()',
  ),
  trigger('sessions_authority', 'sessions', 'revoked_at', 'note_authority_of_owner()'),
  trigger(
    'organizations_authority',
    'organizations',
    'is_active, mfa_required, deleted_at',
    'note_authority_of_members()',
  ),
);
