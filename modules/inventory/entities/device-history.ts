import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** One thing that became of a device; it stands at the device's site and moves with it. */
export const DeviceHistory = defineTable('device_history', {
  columns: {
    ...tenantColumns,
    site_id: p.uuid(),
    device_id: p.uuid(),
    actor_id: p.uuid().nullable(),
    source: p.string().$type<'person' | 'controller'>(),
    action: p.string().$type<'discovered' | 'changed' | 'deleted' | 'restored'>(),
    field: p.string().nullable(),
    from: p.json().$type<unknown>().nullable(),
    to: p.json().$type<unknown>().nullable(),
  },
  lock: rowSecurity('device_history', 'site_id', 'select, insert, update'),
  constraints: [
    `check (action in ('discovered', 'changed', 'deleted', 'restored'))`,
    `check (source in ('person', 'controller'))`,
    'foreign key (device_id) references devices (id)',
  ],
  indexes: [
    'create index device_history_newest on device_history (device_id, created_at desc, id desc)',
    'create index device_history_oldest on device_history (created_at)',
  ],
});
