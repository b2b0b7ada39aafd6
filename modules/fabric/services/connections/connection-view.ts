import type { Conditions } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import { REDACTED } from '@patchbay/kernel/telemetry';
import { isForAuthor, type OwnerCounts, OwnerRows, type SealedSteps, type Step } from '@patchbay/runs';
import type { Static } from 'typebox';
import type { ConnectionMode } from '../../entities/connection.ts';
import type { ConnectionReply } from '../../schemas/connections.ts';
import { connectionRuns, missesOfConnections } from '../intake/connection-tables.ts';

const connectionColumns = [
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

export type ConnectionView = Static<typeof ConnectionReply>;

/** Params of steps are their author's, but secrets that were kept of another; everybody else sees the marker (SPEC 4.5). */
export function viewOfConnection(
  { sealed_steps, ...row }: ConnectionRow,
  steps: readonly Step[],
  reader: Principal,
  counts: OwnerCounts,
): ConnectionView {
  const isAuthor = reader.user_id === row.author_id;
  const shown = steps.map(({ params_of, ...step }) =>
    isAuthor && isForAuthor({ ...step, params_of }) ? step : { ...step, params: REDACTED },
  );
  return { ...row, conditions: row.conditions, steps: shown, ...counts };
}

export type ConnectionRows = OwnerRows<ConnectionRow, ConnectionView>;

/** Reads Connections inside a unit. */
export const connectionRows = (sealed: SealedSteps): ConnectionRows =>
  new OwnerRows({
    table: {
      owners: connectionRuns.owners,
      counters: missesOfConnections.counters,
      failures: connectionRuns.failures,
      columns: connectionColumns,
      searched: ['name', 'source_event'],
      viewOf: (row, reader, counts) =>
        viewOfConnection(row, sealed.open(row.sealed_steps, row), reader, counts),
    },
  });
