import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';
import type { StepRecord } from '@patchbay/module-fabric/contract';

/** As a run of a Connection (DECISIONS 27). */
export type ExecutionStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled';

export const AutomationExecution = defineEntity({
  name: 'AutomationExecution',
  tableName: 'automation_executions',
  properties: {
    ...tenantProperties,
    rule_id: p.uuid(),
    event_id: p.uuid().nullable(),
    /** The event's; site grants narrow who sees it. */
    site_id: p.uuid().nullable(),
    /** The tick of a schedule. */
    scheduled_for: timestamp().nullable(),
    is_test: p.boolean(),
    status: p.string().$type<ExecutionStatus>(),
    reason: p.string().nullable(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    steps: p.json().$type<readonly StepRecord[]>(),
    /** Payload of a test or a schedule; others read their event. */
    trigger: p.json().$type<Readonly<Record<string, unknown>>>().nullable(),
    author_id: p.uuid().nullable(),
    /** Actions as they were when it began; gone when it has ended. */
    sealed_plan: p.string().nullable(),
    /** What the record hides of params, for their author; outlives the execution. */
    sealed_records: p.string().nullable(),
    /** Fences writes: only the holder of the newest claim may go on. */
    claim_id: p.uuid().nullable(),
    claims: p.integer(),
    lease_until: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    automation_executions: InferKyselyTable<typeof AutomationExecution>;
  }
}
