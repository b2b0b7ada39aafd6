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
  /** Of one that has a place here; it goes on as soon as it is written. */
  readonly claim_id: string | null;
}

/** A run as it was claimed with its row. */
export interface BegunRun {
  readonly id: string;
  readonly claim_id: string;
  readonly author_id: string;
  readonly sealed_plan: string;
}

interface Inserted {
  /** Connections whose runs only fail. */
  readonly failing: readonly Owner[];
  readonly begun: readonly BegunRun[];
}

/** One statement for many runs, as JSON; an event that has its run already leaves it as it is. */
export async function insertRuns(
  db: Kysely<Tables>,
  runs: readonly string[],
  leaseSeconds: number,
): Promise<readonly BegunRun[]> {
  const { rows } = await sql<Inserted>`
    with inserted as (${inserting(runs, leaseSeconds)}) select ${begunAmong} as begun`.execute(db);
  return rows[0]?.begun ?? [];
}

/**
 * The last ones of a transaction, which has inserted those with the ids `earlier` before. Answers the Connections whose
 * runs only fail, counted once for all: a second count in one transaction would take counters out of their order.
 */
export async function insertLastRuns(
  db: Kysely<Tables>,
  runs: readonly string[],
  earlier: readonly string[],
  leaseSeconds: number,
): Promise<Inserted> {
  if (runs.length === 0 && earlier.length === 0) return { failing: [], begun: [] };
  const { rows } = await sql<Inserted>`
    with inserted as (${inserting(runs, leaseSeconds)}),
    ended as (
      select run_id, owner_id, organization_id, author_id, finished_at, status from inserted
      union all
      select id, connection_id, organization_id, author_id, finished_at, case when not shadow then status end
      from connection_runs where id = any(${[...earlier]}::uuid[])),
    ${streaksOf(CONNECTION_FAILURES)}
    select (select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'organization_id', organization_id, 'author_id', author_id)), '[]') from failing) as failing,
      ${begunAmong} as begun`.execute(db);
  return rows[0] ?? { failing: [], begun: [] };
}

const begunAmong = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', run_id, 'claim_id', claim_id,
  'author_id', author_id, 'sealed_plan', sealed_plan)), '[]') from inserted where claim_id is not null)`;

/** Runs that begin at once do so as their Connection stands now, if it may. */
const inserting = (runs: readonly string[], leaseSeconds: number) => sql`
      insert into connection_runs
        (id, organization_id, connection_id, event_id, author_id, shadow, status, reason, started_at, finished_at,
         steps, sealed_records, dead_letter, claim_id, claims, lease_until, sealed_plan)
      select r.id, r.organization_id, r.connection_id, r.event_id, coalesce(c.author_id, r.author_id), r.shadow,
        case when c.id is null then r.status else 'running' end, r.reason,
        case when c.id is null then r.started_at else clock_timestamp() end, r.finished_at, r.steps, r.sealed_records,
        case when r.status = 'failed' and not r.shadow then 'open' end,
        case when c.id is not null then r.claim_id end, case when c.id is null then 0 else 1 end,
        case when c.id is not null then clock_timestamp() + make_interval(secs => ${leaseSeconds}::integer) end,
        c.sealed_steps
      from jsonb_to_recordset(${`[${runs.join(',')}]`}::jsonb) as r(id uuid, organization_id uuid, connection_id uuid,
        event_id uuid, author_id uuid, shadow boolean, status text, reason text, started_at timestamptz,
        finished_at timestamptz, steps jsonb, sealed_records text, claim_id uuid)
      left join connections c on c.id = r.connection_id and r.claim_id is not null
        and c.is_enabled and c.paused_reason is null and c.deleted_at is null
      on conflict (connection_id, event_id) where not is_test and rerun_of is null do nothing
      returning id as run_id, connection_id as owner_id, organization_id, author_id, finished_at,
        case when not shadow then status end as status, claim_id, sealed_plan`;
