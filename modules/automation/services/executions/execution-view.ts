import type { Principal } from '@patchbay/kernel/permissions';
import type { AuthorViews, RunStatus, StoredRecords } from '@patchbay/runs';
import type { Static } from 'typebox';
import type { ExecutionReply } from '../../schemas.ts';

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
  'author_id',
  'sealed_records',
] as const;

export interface ExecutionRow extends StoredRecords {
  readonly id: string;
  readonly rule_id: string;
  readonly event_id: string | null;
  readonly site_id: string | null;
  readonly scheduled_for: string | null;
  readonly is_test: boolean;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly author_id: string | null;
}

export type ExecutionView = Static<typeof ExecutionReply>;

/** Params are those of whoever wrote the actions; others see markers in their place, as with Connections. */
export function viewOfExecution(row: ExecutionRow, views: AuthorViews, reader: Principal): ExecutionView {
  const { author_id, sealed_records, steps, ...shown } = row;
  const owner = { id: row.rule_id, organization_id: reader.organization_id };
  const actions = views
    .shown(row, owner, reader)
    .map(({ operation_id: action_type, ...record }) => ({ action_type, ...record }));
  return { ...shown, actions };
}
