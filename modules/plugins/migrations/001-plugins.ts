import { migration, platformTable, tenantTable } from '@patchbay/kernel/database';

const ofPlugin = 'plugin_id text not null references plugins (id) on delete cascade';

const raise = (table: string): string =>
  `create trigger ${table}_revision after insert or update or delete on ${table}
     for each statement execute function raise_plugin_revision()`;

/** Installed plugins, their users, state, logs and deliveries. */
export const plugins001 = migration(
  'plugins.001-plugins',
  platformTable(
    'plugins',
    [
      'id text primary key',
      'name text not null',
      'version text not null',
      'manifest jsonb not null',
      'code text not null',
      'digest text not null',
      `signature text not null check (signature in ('unsigned', 'unknown_signer', 'verified'))`,
      `status text not null check (status in ('installed', 'quarantined'))`,
      'quarantine_reason text',
      'home_organization_id uuid not null',
      'installed_by uuid',
      'installed_at timestamptz not null default now()',
      'created_at timestamptz not null default now()',
      'updated_at timestamptz not null default now()',
    ],
    'select, insert, update, delete',
  ),
  platformTable('plugin_revision', [
    'only_row boolean primary key default true check (only_row)',
    'revision bigint not null',
  ]),
  'insert into plugin_revision (revision) values (0)',
  tenantTable('plugin_enablements', {
    siteColumn: null,
    softDelete: false,
    columns: [ofPlugin, 'enabled boolean not null', 'unique (plugin_id, organization_id)'],
  }),
  tenantTable('plugin_state', {
    siteColumn: null,
    softDelete: false,
    columns: [
      ofPlugin,
      `key text collate "C" not null`,
      'value jsonb not null',
      'unique (plugin_id, organization_id, key)',
    ],
  }),
  tenantTable('plugin_logs', {
    siteColumn: null,
    softDelete: false,
    columns: [
      ofPlugin,
      `level text not null check (level in ('info', 'warn', 'error'))`,
      'message text not null',
      'fields jsonb',
      'event_id uuid',
    ],
  }),
  'create index plugin_logs_newest on plugin_logs (plugin_id, organization_id, id)',
  tenantTable('plugin_deliveries', {
    siteColumn: null,
    softDelete: false,
    columns: [
      ofPlugin,
      'event_id uuid not null',
      'event_cursor bigint not null',
      `status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'skipped', 'failed'))`,
      'attempts integer not null default 0',
      'next_at timestamptz not null default now()',
      'error text',
      'unique (plugin_id, event_id)',
    ],
  }),
  `create index plugin_deliveries_open on plugin_deliveries (plugin_id, event_cursor)
     where status in ('waiting', 'running')`,
  `create index plugin_deliveries_of_organization on plugin_deliveries (plugin_id, organization_id)
     where status in ('waiting', 'running')`,
  `create index plugin_deliveries_running on plugin_deliveries (plugin_id, organization_id)
     where status = 'running'`,
  'create index plugin_deliveries_by_age on plugin_deliveries (created_at)',
  `create function raise_plugin_revision() returns trigger language plpgsql security definer
     set search_path = public, pg_temp as $$ begin
     update plugin_revision set revision = revision + 1; return null; end $$`,
  raise('plugins'),
  raise('plugin_enablements'),
);
