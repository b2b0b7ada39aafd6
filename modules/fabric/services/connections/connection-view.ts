import type { Conditions } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import { REDACTED } from '@patchbay/kernel/telemetry';
import type { Step } from '@patchbay/runs';
import { isForAuthor } from '@patchbay/runs';
import type { Static } from 'typebox';
import type { ConnectionMode } from '../../entities/connection.ts';
import type { ConnectionReply } from '../../schemas/connections.ts';

export const connectionColumns = [
  'id',
  'organization_id',
  'name',
  'source_event',
  'conditions',
  'cooldown_seconds',
  'sealed_steps',
  'mode',
  'max_parallel',
  'max_runs_per_minute',
  'is_enabled',
  'shadow',
  'author_id',
  'paused_reason',
  'created_at',
  'updated_at',
] as const;

export interface ConnectionRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly source_event: string;
  readonly conditions: Conditions | null;
  readonly cooldown_seconds: number;
  readonly sealed_steps: string;
  readonly mode: ConnectionMode;
  readonly max_parallel: number | null;
  readonly max_runs_per_minute: number | null;
  readonly is_enabled: boolean;
  readonly shadow: boolean;
  readonly author_id: string;
  readonly paused_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What happened to its events and runs. */
export interface ConnectionCounts {
  readonly conditions_failed: number;
  readonly failures_in_a_row: number;
}

export type ConnectionView = Static<typeof ConnectionReply>;

/** Params of steps are their author's, but secrets that were kept of another; everybody else sees the marker (SPEC 4.5). */
export function viewOfConnection(
  { sealed_steps, ...row }: ConnectionRow,
  steps: readonly Step[],
  reader: Principal,
  counts: ConnectionCounts,
): ConnectionView {
  const isAuthor = reader.user_id === row.author_id;
  const shown = steps.map(({ params_of, ...step }) =>
    isAuthor && isForAuthor({ ...step, params_of }) ? step : { ...step, params: REDACTED },
  );
  return { ...row, conditions: row.conditions, steps: shown, ...counts };
}
