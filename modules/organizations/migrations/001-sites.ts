import { migration, tenantTable } from '@patchbay/kernel/database';
import {
  AUTHORITY_TRIGGER_FUNCTION,
  ENDED_AUTHORITY_FUNCTION,
  SITE_SCOPE_FUNCTION,
} from '@patchbay/module-identity/contract';

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
      'constraint sites_organization_fkey foreign key (organization_id) references organizations (id)',
      'constraint sites_in_organization unique (organization_id, id)',
    ],
    siteColumn: 'id',
    grant: 'select, insert, update',
  }),
  'create unique index sites_slug_key on sites (organization_id, slug) where deleted_at is null',
  tenantTable('site_grants', {
    columns: [
      'user_id uuid not null',
      'site_id uuid not null',
      'expires_at timestamptz',
      'reason text',
      'granted_by uuid',
      'constraint site_grants_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
      'constraint site_grants_site_fkey foreign key (organization_id, site_id) references sites (organization_id, id)',
    ],
    siteColumn: 'site_id',
    grant: 'select, insert, update',
  }),
  'create unique index site_grants_key on site_grants (user_id, site_id) where deleted_at is null',
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
  'create unique index stored_roles_name_key on stored_roles (organization_id, name) where deleted_at is null',
);
