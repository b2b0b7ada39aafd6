import { defineTable, organizationRows, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';

/** `queued`: one run at a time, oldest first. `single`: events that come during a run have none. */
export type ConnectionMode = 'single' | 'queued' | 'parallel';

export const Connection = defineTable('connections', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    source_event: p.string(),
    conditions: p.json().$type<Conditions>().nullable(),
    cooldown_seconds: p.integer().default(0),
    /** Params of steps may hold credentials of other systems. */
    sealed_steps: p.string(),
    mode: p.string().$type<ConnectionMode>().default('parallel'),
    /** Runs at once in all processes together; null leaves it to each process. */
    max_parallel: p.integer().nullable(),
    max_runs_per_minute: p.integer().nullable(),
    is_enabled: p.boolean().default(true),
    shadow: p.boolean().default(false),
    author_id: p.uuid(),
    paused_reason: p.string().nullable(),
  },
  lock: [rowSecurity('connections', null), organizationRows('connections')],
  constraints: [
    'check (cooldown_seconds >= 0)',
    'check (max_parallel between 1 and 32)',
    'check (max_runs_per_minute >= 1)',
    `check (mode in ('single', 'queued', 'parallel'))`,
  ],
  indexes: [
    'create index connections_listed on connections (organization_id, created_at desc, id desc) where deleted_at is null',
  ],
});
