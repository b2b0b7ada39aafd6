import { migration, tenantTable } from '@patchbay/kernel/database';

/** Notes of people on devices, and the history of each. */
export const inventory004 = migration(
  'inventory.004-device-notes',
  `alter table devices
     add column tags text[] not null default '{}',
     add column notes text,
     add column location text,
     add column custom_fields jsonb not null default '{}'`,
  'create index devices_tags on devices using gin (tags) where deleted_at is null',
  tenantTable('device_history', {
    softDelete: false,
    siteColumn: 'site_id',
    grant: 'select, insert, update',
    columns: [
      'site_id uuid not null',
      'device_id uuid not null references devices (id)',
      'actor_id uuid',
      `source text not null check (source in ('person', 'controller'))`,
      `action text not null check (action in ('discovered', 'changed', 'deleted', 'restored'))`,
      'field text',
      `"from" jsonb`,
      `"to" jsonb`,
    ],
  }),
  'create index device_history_newest on device_history (device_id, created_at desc, id desc)',
  'create index device_history_oldest on device_history (created_at)',
);
