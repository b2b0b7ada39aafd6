import type { StepRecord } from '@patchbay/module-fabric/contract';
import type { Static } from 'typebox';
import type { ExecutionStatus } from '../entities/automation-execution.ts';
import type { ExecutionReply } from '../schemas.ts';

export const executionColumns = [
  'id',
  'rule_id',
  'event_id',
  'site_id',
  'scheduled_for',
  'is_test',
  'status',
  'reason',
  'started_at',
  'finished_at',
  'steps',
  'created_at',
  'updated_at',
] as const;

export interface ExecutionRow {
  readonly id: string;
  readonly rule_id: string;
  readonly event_id: string | null;
  readonly site_id: string | null;
  readonly scheduled_for: string | null;
  readonly is_test: boolean;
  readonly status: ExecutionStatus;
  readonly reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly steps: readonly StepRecord[];
  readonly created_at: string;
  readonly updated_at: string;
}

export type ExecutionView = Static<typeof ExecutionReply>;

export const viewOfExecution = ({ steps, ...row }: ExecutionRow): ExecutionView => ({
  ...row,
  actions: steps.map(({ operation_id: action_type, ...record }) => ({ action_type, ...record })),
});
