import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { RunStatus, StepRecord } from '@patchbay/runs';
import { type Owner, streaksOf } from '@patchbay/runs';
import { CONNECTION_FAILURES } from './connection-tables.ts';

/** A run that an event asks for. */
export interface NewRun {
  readonly id: string;
  readonly organization_id: string;
  readonly connection_id: string;
  readonly event_id: string;
  readonly author_id: string;
  readonly shadow: boolean;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly steps: readonly StepRecord[];
  readonly sealed_records: string | null;
}

/** One statement for many runs, as JSON; an event that has its run already leaves it as it is. */
export async function insertRuns(db: Kysely<Tables>, runs: readonly string[]): Promise<void> {
  await inserting(runs).execute(db);
}

/**
 * The last ones of a transaction, which has inserted those with the ids `earlier` before. Answers the Connections whose
 * runs only fail, counted once for all: a second count in one transaction would take counters out of their order.
 */
export async function insertLastRuns(
  db: Kysely<Tables>,
  runs: readonly string[],
  earlier: readonly string[],
): Promise<readonly Owner[]> {
  if (runs.length === 0 && earlier.length === 0) return [];
  const { rows } = await sql<Owner>`
    with inserted as (${inserting(runs)}),
    ended as (
      select * from inserted
      union all
      select id, connection_id, organization_id, author_id, finished_at, case when not shadow then status end
      from connection_runs where id = any(${[...earlier]}::uuid[])),
    ${streaksOf(CONNECTION_FAILURES)}
    select id, organization_id, author_id from failing`.execute(db);
  return rows;
}

const inserting = (runs: readonly string[]) => sql`
      insert into connection_runs
        (id, organization_id, connection_id, event_id, author_id, shadow, status, reason, started_at, finished_at,
         steps, sealed_records, dead_letter)
      select r.id, r.organization_id, r.connection_id, r.event_id, r.author_id, r.shadow, r.status, r.reason,
        r.started_at, r.finished_at, r.steps, r.sealed_records, case when r.status = 'failed' and not r.shadow then 'open' end
      from jsonb_to_recordset(${`[${runs.join(',')}]`}::jsonb) as r(id uuid, organization_id uuid, connection_id uuid,
        event_id uuid, author_id uuid, shadow boolean, status text, reason text, started_at timestamptz,
        finished_at timestamptz, steps jsonb, sealed_records text)
      on conflict (connection_id, event_id) where not is_test and rerun_of is null do nothing
      returning id as run_id, connection_id as owner_id, organization_id, author_id, finished_at,
        case when not shadow then status end as status`;
