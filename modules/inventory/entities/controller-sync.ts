import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

export type SyncStatus = 'queued' | 'running' | 'succeeded' | 'failed';

/** One reading of a controller. Counts are of devices. */
export const ControllerSync = defineTable('controller_syncs', {
  columns: {
    ...tenantColumns,
    site_id: p.uuid(),
    controller_id: p.uuid(),
    status: p.string().$type<SyncStatus>().default('queued'),
    requested_by: p.uuid().nullable(),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    unchanged: p.integer().default(0),
    missing: p.integer().default(0),
    error: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  },
  lock: rowSecurity('controller_syncs', 'site_id'),
  constraints: ['foreign key (controller_id) references controllers (id)'],
  indexes: [
    'create index controller_syncs_latest on controller_syncs (controller_id, created_at desc)',
    `create unique index controller_syncs_active on controller_syncs (controller_id) where status in ('queued', 'running')`,
  ],
});
