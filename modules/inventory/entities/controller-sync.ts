import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

export type SyncStatus = 'queued' | 'running' | 'succeeded' | 'failed';

/** One reading of a controller. Counts are of devices. */
export const ControllerSync = defineEntity({
  name: 'ControllerSync',
  tableName: 'controller_syncs',
  properties: {
    ...tenantProperties,
    site_id: p.uuid(),
    controller_id: p.uuid(),
    status: p.string().$type<SyncStatus>(),
    requested_by: p.uuid().nullable(),
    created: p.integer(),
    updated: p.integer(),
    unchanged: p.integer(),
    missing: p.integer(),
    error: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    controller_syncs: InferKyselyTable<typeof ControllerSync>;
  }
}
