import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';
import type { StepRecord } from '../services/records/step-record.ts';

/** DECISIONS 27. */
export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled';

/** A run that failed waits to be replayed or put away. */
export type DeadLetter = 'open' | 'replayed' | 'dismissed';

export const ConnectionRun = defineEntity({
  name: 'ConnectionRun',
  tableName: 'connection_runs',
  properties: {
    ...tenantProperties,
    connection_id: p.uuid(),
    event_id: p.uuid().nullable(),
    is_test: p.boolean(),
    shadow: p.boolean(),
    status: p.string().$type<RunStatus>(),
    reason: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    steps: p.json().$type<readonly StepRecord[]>(),
    /** Payload of a test; other runs read their event. */
    trigger: p.json().$type<Readonly<Record<string, unknown>>>().nullable(),
    author_id: p.uuid().nullable(),
    /** Steps as they were when the run began; gone when it has ended. */
    sealed_plan: p.string().nullable(),
    /** What the record hides of params, for their author; outlives the run. */
    sealed_records: p.string().nullable(),
    /** Fences writes: only the holder of the newest claim may go on. */
    claim_id: p.uuid().nullable(),
    /** How often it was taken up. */
    claims: p.integer(),
    lease_until: timestamp().nullable(),
    rerun_of: p.uuid().nullable(),
    /** A step is tried again then. */
    not_before: timestamp().nullable(),
    dead_letter: p.string().$type<DeadLetter>().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    connection_runs: InferKyselyTable<typeof ConnectionRun>;
  }
}
