import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** `refused`: nothing was sent. `unknown`: the device may have acted. `not_run`: its turn never came. */
export type ItemOutcome = 'pending' | 'applying' | 'applied' | 'failed' | 'refused' | 'unknown' | 'not_run';

/** One change in a set, with its outcome there. */
export const ChangeSetItem = defineTable('change_set_items', {
  columns: {
    ...tenantColumns,
    set_id: p.uuid(),
    change_id: p.uuid(),
    site_id: p.uuid(),
    position: p.integer(),
    outcome: p.string().$type<ItemOutcome>().default('pending'),
    error: p.string().nullable(),
    error_type: p.string().nullable(),
    attempt_id: p.uuid().nullable(),
    tries: p.integer().default(0),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    /** A change stands in at most one open set. */
    is_open: p.boolean().default(true),
  },
  lock: rowSecurity('change_set_items', 'site_id', 'select, insert, update'),
  constraints: [
    `check (outcome in ('pending', 'applying', 'applied', 'failed', 'refused', 'unknown', 'not_run'))`,
    'unique (set_id, "position")',
    'foreign key (change_id) references pending_changes (id)',
    'foreign key (set_id) references change_sets (id)',
  ],
  indexes: [
    'create unique index change_set_items_open on change_set_items (change_id) where is_open',
    `create index change_set_items_applying on change_set_items (set_id) where outcome = 'applying'`,
  ],
});
