import { p, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { DeadLetter, RunStatus } from '../running/run-status.ts';
import type { StepRecord } from './step-record.ts';

/** Columns of a table of runs, beside the one that names their owner. */
export const runTableColumns = {
  ...tenantColumns,
  event_id: p.uuid().nullable(),
  is_test: p.boolean().default(false),
  shadow: p.boolean().default(false),
  status: p.string().$type<RunStatus>(),
  reason: p.string().nullable(),
  started_at: timestamp().nullable(),
  finished_at: timestamp().nullable(),
  steps: p.json().$type<readonly StepRecord[]>().defaultRaw("'[]'"),
  /** Payload of a test or a schedule; other runs read their event. */
  trigger: p.json().$type<Readonly<Record<string, unknown>>>().nullable(),
  author_id: p.uuid().nullable(),
  /** Steps as they were when the run began; gone when it has ended. */
  sealed_plan: p.string().nullable(),
  /** Hidden params of the record, for their author; outlives the run. */
  sealed_records: p.string().nullable(),
  /** Fences writes: only the holder of the newest claim may go on. */
  claim_id: p.uuid().nullable(),
  /** Count of claims. */
  claims: p.integer().default(0),
  lease_until: timestamp().nullable(),
  rerun_of: p.uuid().nullable(),
  /** A step is tried again then. */
  not_before: timestamp().nullable(),
  dead_letter: p.string().$type<DeadLetter>().nullable(),
};

export const runTableConstraints = [
  `check (dead_letter in ('open', 'replayed', 'dismissed'))`,
  `check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'))`,
];
