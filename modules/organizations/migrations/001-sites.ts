import { migration, tenantTable } from '@patchbay/kernel/database';
import {
  AUTHORITY_TRIGGER_FUNCTION,
  ENDED_AUTHORITY_FUNCTION,
  SITE_SCOPE_FUNCTION,
} from '@patchbay/module-identity/contract';

/**
 * Counts live rows of a table in the caller's organization, past the caller's site grants: a quota holds the
 * whole organization. The table's name comes from declarations; it has `organization_id` and `deleted_at`.
 */
const organizationRows = [
  `create function organization_rows(counted text) returns bigint language plpgsql stable
     security definer set search_path = pg_catalog, pg_temp as $$
     declare total bigint;
     begin
       execute format('select count(*) from public.%I where organization_id = $1 and deleted_at is null', counted)
         into total using public.app_organization_id();
       return total;
     end $$`,
  'revoke execute on function organization_rows(text) from public',
  'grant execute on function organization_rows(text) to patchbay_app',
];

/**
 * Row-level security keeps a text index from being used: the search runs as the table's owner
 * and applies organization and site grants itself.
 */
const search = [
  'create extension if not exists pg_trgm',
  'create index sites_search on sites using gin (search_text gin_trgm_ops) where deleted_at is null',
  `create function search_sites(pattern text) returns setof uuid
     language sql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp as $$
       select id from public.sites
       where organization_id = (select public.app_organization_id())
         and ((select public.app_site_ids()) is null or id = any ((select public.app_site_ids())::uuid[]))
         and deleted_at is null and search_text like lower(pattern) $$`,
  'revoke execute on function search_sites(text) from public',
  'grant execute on function search_sites(text) to patchbay_app',
];

/** Sites, who is held to which, and stored roles. */
export const sites = migration(
  'organizations.001-sites',
  tenantTable('sites', {
    columns: [
      'name text not null',
      'slug text not null',
      'description text',
      'timezone text',
      'address text',
      `search_text text generated always as (lower(
        name || chr(10) || slug || chr(10) || coalesce(address, ''))) stored`,
      'constraint sites_organization_fkey foreign key (organization_id) references organizations (id)',
      'constraint sites_in_organization unique (organization_id, id)',
    ],
    siteColumn: 'id',
    grant: 'select, insert, update',
  }),
  'create unique index sites_slug_key on sites (organization_id, slug) where deleted_at is null',
  search,
  tenantTable('site_grants', {
    columns: [
      'user_id uuid not null',
      'site_id uuid not null',
      'expires_at timestamptz',
      'ended_at timestamptz',
      'reason text',
      'granted_by uuid',
      'constraint site_grants_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
      'constraint site_grants_site_fkey foreign key (organization_id, site_id) references sites (organization_id, id)',
    ],
    siteColumn: 'site_id',
    grant: 'select, insert, update',
  }),
  'create unique index site_grants_key on site_grants (user_id, site_id) where deleted_at is null and ended_at is null',
  'create index site_grants_of_user on site_grants (user_id, site_id) where deleted_at is null',
  `create index site_grants_due on site_grants (expires_at)
     where deleted_at is null and ended_at is null and expires_at is not null`,
  `create or replace function ${SITE_SCOPE_FUNCTION}(wanted_user uuid) returns uuid[] language sql stable
     security definer set search_path = public, pg_temp as $$
     select coalesce(array_agg(g.site_id order by g.site_id)
         filter (where g.expires_at is null or g.expires_at > now()), '{}')
     from site_grants g where g.user_id = wanted_user and g.deleted_at is null
     having count(*) > 0 $$`,
  'create index site_grants_ending on site_grants (expires_at) where deleted_at is null and expires_at is not null',
  `create or replace function ${ENDED_AUTHORITY_FUNCTION}(within_seconds integer)
     returns table (user_id uuid, ended_at timestamptz) language sql stable
     security definer set search_path = public, pg_temp as $$
     select g.user_id, max(g.expires_at) from site_grants g
     where g.deleted_at is null and g.expires_at <= now()
       and g.expires_at > now() - make_interval(secs => within_seconds)
     group by g.user_id $$`,
  `create trigger site_grants_authority after insert or update on site_grants
     for each row execute function ${AUTHORITY_TRIGGER_FUNCTION}()`,
  tenantTable('stored_roles', {
    columns: ['name text not null', 'description text', 'permissions text[] not null'],
    siteColumn: null,
    grant: 'select, insert, update',
  }),
  organizationRows,
  'create unique index stored_roles_name_key on stored_roles (organization_id, name) where deleted_at is null',
);
