import { sql } from '@patchbay/kernel/database';
import type { RunKind } from '../running/run-kind.ts';
import type { DeadLetter, RunStatus } from '../running/run-status.ts';
import type { StoredRecords } from './author-views.ts';
import type { StepRecord } from './step-record.ts';

/** A run as it is stored. */
export interface RunRow extends StoredRecords {
  readonly id: string;
  readonly owner_id: string;
  readonly event_id: string | null;
  readonly is_test: boolean;
  readonly shadow: boolean;
  readonly rerun_of: string | null;
  readonly dead_letter: DeadLetter | null;
  readonly not_before: string | null;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly author_id: string | null;
}

/** A run as its reader may see it. */
export interface RunView extends Omit<RunRow, 'owner_id' | 'author_id' | 'sealed_records' | 'steps'> {
  readonly steps: StepRecord[];
}

const COLUMNS: readonly (keyof RunRow)[] = [
  'id',
  'event_id',
  'is_test',
  'shadow',
  'rerun_of',
  'dead_letter',
  'not_before',
  'status',
  'reason',
  'started_at',
  'finished_at',
  'steps',
  'created_at',
  'updated_at',
  'author_id',
  'sealed_records',
];

/** Columns read of a run: those of all kinds, those of its own, and its owner's. */
export const runColumns = ({ owner, more }: Pick<RunKind, 'owner' | 'more'>) =>
  sql`${sql.join([...COLUMNS, ...more].map((name) => sql.ref(name)))}, ${sql.ref(owner)} as owner_id`;

/** Stores a run requested by hand; answers its row. */
export const insertingRun = (
  kind: Pick<RunKind, 'runs' | 'owner' | 'more'>,
  values: Readonly<Record<string, unknown>>,
) =>
  sql<RunRow>`
    insert into ${sql.table(kind.runs)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))}) returning ${runColumns(kind)}`;
