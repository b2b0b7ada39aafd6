import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';
import type { Conditions } from '@patchbay/kernel/fabric';

/** `queued`: one run at a time, oldest first. `single`: events that come during a run have none. */
export type ConnectionMode = 'single' | 'queued' | 'parallel';

export const Connection = defineEntity({
  name: 'Connection',
  tableName: 'connections',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    source_event: p.string(),
    conditions: p.json().$type<Conditions>().nullable(),
    cooldown_seconds: p.integer(),
    /** Params of steps may hold credentials of other systems. */
    sealed_steps: p.string(),
    mode: p.string().$type<ConnectionMode>(),
    /** Runs at once in all processes together; null leaves it to each process. */
    max_parallel: p.integer().nullable(),
    max_runs_per_minute: p.integer().nullable(),
    is_enabled: p.boolean(),
    shadow: p.boolean(),
    author_id: p.uuid(),
    paused_reason: p.string().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connections: InferKyselyTable<typeof Connection>;
  }
}
