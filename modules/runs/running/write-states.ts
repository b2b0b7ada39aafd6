import { byKey, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { streaksOf } from '../pausing/failure-streaks.ts';
import type { StepRecord } from '../records/step-record.ts';
import type { RunKind } from './run-kind.ts';
import type { RunStatus } from './run-status.ts';

/** The state of a claimed run. One with `finished_at` has ended, one with `retry_in_ms` waits; both give their lease back. */
export interface RunState {
  readonly id: string;
  readonly claim_id: string;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly steps: readonly StepRecord[];
  readonly finished_at: string | null;
  readonly retry_in_ms: number | null;
  /** Hidden parts of `steps`; replaces the former ones. */
  readonly sealed_records: string | null;
}

export interface FailedRun {
  readonly id: string;
  readonly owner_id: string;
  readonly event_id: string | null;
  readonly reason: string | null;
}

/** A run whose state was written. */
export interface WrittenRun {
  readonly id: string;
  readonly owner_id: string;
  readonly organization_id: string;
  readonly event_id: string | null;
  /** Neither a test nor a shadow. */
  readonly counts: boolean;
  /** The owner, when its runs only fail. */
  readonly failing_id: string | null;
  readonly author_id: string;
}

/** Writes those states whose claims hold, in one statement. */
export async function writeStates(
  db: Kysely<Tables>,
  { runs, owner, failures }: RunKind,
  states: readonly RunState[],
): Promise<readonly WrittenRun[]> {
  const counts = sql`not r.is_test and not r.shadow`;
  const { rows } = await sql<WrittenRun>`
    with ended as (
      update ${sql.table(runs)} r set status = s.status, reason = s.reason, steps = s.steps,
        sealed_records = s.sealed_records, finished_at = s.finished_at,
        claim_id = case when s.finished_at is null and s.retry_in_ms is null then r.claim_id end,
        lease_until = case when s.finished_at is null and s.retry_in_ms is null then r.lease_until end,
        sealed_plan = case when s.finished_at is null then r.sealed_plan end,
        claims = case when s.retry_in_ms is null then r.claims else 0 end,
        not_before = clock_timestamp() + make_interval(secs => s.retry_in_ms / 1000.0),
        dead_letter = case when s.status = 'failed' and ${counts} then 'open' end,
        updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
        as s(id uuid, claim_id uuid, status text, reason text, steps jsonb, finished_at timestamptz,
          retry_in_ms double precision, sealed_records text)
      where r.id = s.id and ${byKey('s.id')} and r.claim_id = s.claim_id and r.finished_at is null
      returning r.id as run_id, ${sql.ref(`r.${owner}`)} as owner_id, r.organization_id, r.author_id, r.finished_at,
        r.event_id, ${counts} as counts, case when ${counts} and r.finished_at is not null then r.status end as status),
    ${streaksOf(failures)}
    select e.run_id as id, e.owner_id, e.organization_id, e.event_id, e.counts, f.id as failing_id, f.author_id
    from ended e left join failing f on f.id = e.owner_id`.execute(db);
  return rows;
}
