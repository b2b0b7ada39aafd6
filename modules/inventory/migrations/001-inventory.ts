import { migration, tenantTable } from '@patchbay/kernel/database';

const credentials = tenantTable('credentials', {
  siteColumn: null,
  columns: ['name text not null', 'kind text not null', 'username text', 'secret text not null'],
});

const controllers = tenantTable('controllers', {
  siteColumn: 'site_id',
  columns: [
    'site_id uuid not null',
    'credential_id uuid references credentials (id)',
    'vendor text not null',
    'name text not null',
    'url text not null',
    'tls jsonb not null',
    `status text not null default 'unknown'`,
    'version text',
    'model text',
    'serial text',
    `capabilities jsonb not null default '[]'`,
    'last_sync_at timestamptz',
    'last_error text',
    'failures integer not null default 0',
    'next_sync_at timestamptz',
    'last_snapshot jsonb',
  ],
});

const devices = tenantTable('devices', {
  siteColumn: 'site_id',
  columns: [
    'site_id uuid not null',
    'controller_id uuid references controllers (id)',
    'external_id text not null',
    'name text not null',
    'kind text not null',
    `status text not null check (status in ('online', 'offline'))`,
    'ip inet',
    'mac text',
    'model text',
    'firmware text',
    'serial text',
    `edited jsonb not null default '[]'`,
    'hash text not null',
    'last_seen_at timestamptz',
    // One text for name, address and both spellings of the hardware address, so that one index serves a search.
    `search_text text generated always as (lower(
      name || chr(10) || coalesce(host(ip), '') || chr(10) || coalesce(mac, '') || chr(10)
      || coalesce(replace(replace(mac, ':', ''), '-', ''), ''))) stored`,
  ],
});

const objects = tenantTable('controller_objects', {
  softDelete: false,
  siteColumn: 'site_id',
  columns: [
    'site_id uuid not null',
    'controller_id uuid not null references controllers (id)',
    'feature text not null',
    'external_id text not null',
    'value jsonb not null',
    'hash text not null',
    'unique (controller_id, feature, external_id)',
  ],
});

const syncs = tenantTable('controller_syncs', {
  softDelete: false,
  siteColumn: 'site_id',
  columns: [
    'site_id uuid not null',
    'controller_id uuid not null references controllers (id)',
    `status text not null default 'queued'`,
    'requested_by uuid',
    'created integer not null default 0',
    'updated integer not null default 0',
    'unchanged integer not null default 0',
    'missing integer not null default 0',
    'error text',
    'started_at timestamptz',
    'finished_at timestamptz',
  ],
});

/**
 * Row-level security keeps a text index from being used, because LIKE is not leakproof: the
 * search runs as the tables' owner and applies organization and site grants itself.
 */
const search = [
  'create extension if not exists pg_trgm',
  'create index devices_search on devices using gin (search_text gin_trgm_ops) where deleted_at is null',
  `create function search_devices(pattern text) returns setof devices
     language sql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp as $$
       select * from public.devices
       where organization_id = (select public.app_organization_id())
         and ((select public.app_site_ids()) is null or site_id = any ((select public.app_site_ids())::uuid[]))
         and deleted_at is null and search_text like lower(pattern) $$`,
  'revoke execute on function search_devices(text) from public',
  'grant execute on function search_devices(text) to patchbay_app',
];

export const inventory001 = migration(
  'inventory.001-inventory',
  credentials,
  controllers,
  devices,
  objects,
  syncs,
  'create unique index devices_of_controller on devices (controller_id, external_id)',
  'create index devices_listed on devices (organization_id, name, id) include (site_id) where deleted_at is null',
  'create index devices_of_site on devices (site_id, name, id) where deleted_at is null',
  'create index controllers_listed on controllers (organization_id, name, id) where deleted_at is null',
  'create index controllers_due on controllers (next_sync_at) where deleted_at is null',
  'create index credentials_listed on credentials (organization_id, name, id) where deleted_at is null',
  'create index controller_syncs_latest on controller_syncs (controller_id, created_at desc)',
  `create unique index controller_syncs_active on controller_syncs (controller_id) where status in ('queued', 'running')`,
  search,
);
