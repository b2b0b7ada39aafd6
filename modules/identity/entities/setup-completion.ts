import { defineTable, p, platformRights, timestamp } from '@patchbay/kernel/database';

/** Its one possible row is the lock between two first callers of setup. */
export const SetupCompletion = defineTable('setup_completions', {
  columns: {
    id: p.integer().primary().autoincrement(false),
    organization_id: p.uuid(),
    completed_at: timestamp().defaultRaw('now()'),
  },
  lock: platformRights('setup_completions', 'select, insert'),
  constraints: ['check (id = 1)'],
});
