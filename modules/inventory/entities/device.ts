import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters, timestamp } from '@patchbay/kernel/database';

export type DeviceStatus = 'online' | 'offline';

/** Something a controller manages or sees (SPEC 2.2). `hash` is of the facts as the last sync read them. */
export const Device = defineEntity({
  name: 'Device',
  tableName: 'devices',
  properties: {
    ...softDeletedProperties,
    site_id: p.uuid(),
    controller_id: p.uuid().nullable(),
    external_id: p.string(),
    name: p.string(),
    kind: p.string(),
    status: p.string().$type<DeviceStatus>(),
    ip: p.string().nullable(),
    mac: p.string().nullable(),
    model: p.string().nullable(),
    firmware: p.string().nullable(),
    serial: p.string().nullable(),
    tags: p.array<string>().columnType('text[]'),
    notes: p.string().nullable(),
    location: p.string().nullable(),
    custom_fields: p.json().$type<Readonly<Record<string, string | number | boolean | null>>>(),
    /** Fields a person set; a sync leaves them alone. */
    edited: p.json().$type<readonly string[]>(),
    hash: p.string(),
    last_seen_at: timestamp().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    devices: InferKyselyTable<typeof Device>;
  }
}
