import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Runs of a Connection in its current minute, and whether those were too many; `id` is the Connection's. */
export const ConnectionGate = defineTable('connection_gates', {
  columns: {
    ...tenantColumns,
    window_started_at: timestamp(),
    admitted: p.integer().default(0),
    /** Since when more events come than may run; null when they do not. */
    tripped_at: timestamp().nullable(),
    /** When an event was refused last. */
    refused_at: timestamp().nullable(),
    /** Whether the event of this trip is out. */
    is_announced: p.boolean().default(false),
  },
  lock: rowSecurity('connection_gates', null),
});
