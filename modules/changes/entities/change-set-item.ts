import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** `refused`: nothing was sent. `unknown`: the device may have acted. `not_run`: its turn never came. */
export type ItemOutcome = 'pending' | 'applying' | 'applied' | 'failed' | 'refused' | 'unknown' | 'not_run';

/** One change in a set, and what became of it there. */
export const ChangeSetItem = defineEntity({
  name: 'ChangeSetItem',
  tableName: 'change_set_items',
  properties: {
    ...tenantProperties,
    set_id: p.uuid(),
    change_id: p.uuid(),
    site_id: p.uuid(),
    position: p.integer(),
    outcome: p.string().$type<ItemOutcome>(),
    error: p.string().nullable(),
    error_type: p.string().nullable(),
    attempt_id: p.uuid().nullable(),
    tries: p.integer().default(0),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    /** A change stands in at most one open set. */
    is_open: p.boolean().default(true),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    change_set_items: InferKyselyTable<typeof ChangeSetItem>;
  }
}
