import { defineTable, p, rowSecurity, softDeletedColumns, timestamp } from '@patchbay/kernel/database';

export type DeviceStatus = 'online' | 'offline';

/** Something a controller manages or sees (SPEC 2.2). `hash` is of the facts as the last sync read them. */
export const Device = defineTable('devices', {
  columns: {
    ...softDeletedColumns,
    site_id: p.uuid(),
    controller_id: p.uuid().nullable(),
    external_id: p.string(),
    name: p.string(),
    kind: p.string(),
    status: p.string().$type<DeviceStatus>(),
    ip: p.string().nullable().columnType('inet'),
    mac: p.string().nullable(),
    model: p.string().nullable(),
    firmware: p.string().nullable(),
    serial: p.string().nullable(),
    tags: p.array<string>().columnType('text[]').defaultRaw("'{}'"),
    notes: p.string().nullable(),
    location: p.string().nullable(),
    custom_fields: p
      .json()
      .$type<Readonly<Record<string, string | number | boolean | null>>>()
      .defaultRaw("'{}'"),
    /** Fields a person set; a sync leaves them alone. */
    edited: p.json().$type<readonly string[]>().defaultRaw("'[]'"),
    hash: p.string(),
    last_seen_at: timestamp().nullable(),
  },
  lock: rowSecurity('devices', 'site_id'),
  generated: [
    `search_text text generated always as (lower(
      name || chr(10) || coalesce(host(ip), '') || chr(10) || coalesce(mac, '') || chr(10)
      || coalesce(replace(replace(mac, ':', ''), '-', ''), ''))) stored`,
  ],
  constraints: [
    `check (status in ('online', 'offline'))`,
    'foreign key (controller_id) references controllers (id)',
  ],
  indexes: [
    'create unique index devices_of_controller on devices (controller_id, external_id)',
    'create index devices_listed on devices (organization_id, name, id) include (site_id) where deleted_at is null',
    'create index devices_of_site on devices (site_id, name, id) where deleted_at is null',
    'create index devices_search on devices using gin (search_text gin_trgm_ops) where deleted_at is null',
    'create index devices_tags on devices using gin (tags) where deleted_at is null',
    `create index devices_cameras on devices (organization_id) where kind = 'camera' and deleted_at is null`,
  ],
});
