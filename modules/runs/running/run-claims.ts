import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { Clock } from '@patchbay/kernel/telemetry';
import { v4 as uuidv4 } from 'uuid';
import type { StepRecord } from '../records/step-record.ts';

/** A run that this process carries out until its lease ends. */
export interface ClaimedRun {
  readonly id: string;
  readonly organization_id: string;
  readonly connection_id: string;
  readonly claim_id: string;
  /** How often it was taken up, this time included. */
  readonly claims: number;
  readonly author_id: string;
  readonly shadow: boolean;
  readonly steps: readonly StepRecord[];
  readonly sealed_plan: string;
  /** What the records of its steps hide. */
  readonly sealed_records: string | null;
  readonly event_id: string | null;
  readonly trigger: unknown;
  readonly causation: readonly string[];
  /** Monotonic time until which nobody else can have taken it; absent: it is not known. */
  readonly held_until_ms?: number;
  /** Why it may not go on: the Connection was switched off, paused or deleted meanwhile, or the run failed to end too often. */
  readonly refusal: string | null;
}

export interface ClaimRequest {
  readonly most: number;
  readonly mostPerConnection: number;
  /** Connections that have their share already. */
  readonly saturated: readonly string[];
  /** Runs that this process carries out, by organization. */
  readonly held: Readonly<Record<string, number>>;
  /** No organization goes above this while another waits, nor once `mostBorrowing` runs are under way. */
  readonly mostPerOrganization: number;
  readonly mostBorrowing: number;
}

const claimExemption = exempt(
  'fabric.claim-runs',
  'waiting runs of all organizations are taken in their order',
);

/** A process that dies is noticed after this long, unless the platform is told otherwise. */
export const LEASE_SECONDS = 30;
/** A run that ends the process each time must not go on for ever. */
const MOST_CLAIMS = 50;

/** Takes and keeps runs in PostgreSQL; a run belongs to the newest claim only. */
export class RunClaims {
  readonly #database: Pick<Database, 'onceAsSystem'>;
  readonly #leaseSeconds: number;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'onceAsSystem'>, clock: Clock, leaseSeconds = LEASE_SECONDS) {
    this.#database = database;
    this.#clock = clock;
    this.#leaseSeconds = leaseSeconds;
  }

  /**
   * Runs that nobody holds, organizations in turn and each one's oldest first, with what they need; those begun
   * before continue where they stood.
   */
  async claim(request: ClaimRequest): Promise<readonly ClaimedRun[]> {
    // Counted from before the lease begins, with room for a clock that runs slower than the database's.
    const held_until_ms = this.#clock.monotonicMs() + (this.#leaseSeconds * 1_000) / 3;
    const runs = await this.#database.onceAsSystem(claimExemption, (db) =>
      claimWaiting(db, request, uuidv4(), this.#leaseSeconds),
    );
    return runs.map((run) => ({ ...run, held_until_ms }));
  }

  /**
   * Extends the leases; answers which of the runs are still held. One whose state is being written at this very
   * moment is left for the next time: two statements over many runs must not wait for each other.
   */
  extend(
    claims: readonly { readonly id: string; readonly claim_id: string }[],
  ): Promise<ReadonlySet<string>> {
    return this.#database.onceAsSystem(claimExemption, async (db) => {
      const { rows } = await sql<{ id: string }>`
        with mine as (
          select c.id, c.claim_id from connection_runs r
          join jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(id uuid, claim_id uuid)
            on r.id = c.id and r.claim_id = c.claim_id),
        free as (
          select r.id from mine join connection_runs r on r.id = mine.id and r.claim_id = mine.claim_id
          for update of r skip locked),
        extended as (
          update connection_runs r
          set lease_until = clock_timestamp() + make_interval(secs => ${this.#leaseSeconds}::integer)
          from free where r.id = free.id)
        select id from mine`.execute(db);
      return new Set(rows.map(({ id }) => id));
    });
  }

  /** Gives runs back at once, for the next process to go on. */
  async release(claims: readonly { readonly id: string; readonly claim_id: string }[]): Promise<void> {
    if (claims.length === 0) return;
    await this.#database.onceAsSystem(claimExemption, async (db) => {
      await sql`
        update connection_runs r set lease_until = null
        from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(id uuid, claim_id uuid)
        where r.id = c.id and r.claim_id = c.claim_id`.execute(db);
    });
  }
}

/**
 * Goes from Connection to Connection rather than through all that waits, so that a long queue of one hides
 * nobody's runs and costs the others nothing; then through the organizations in turn, so that none takes all
 * places. What is chosen is judged again once it is locked, and reached by its key: by their status, the
 * planner would go through all that waits. Steps are the Connection's until the run begins, so their author is, too.
 */
async function claimWaiting(
  db: Kysely<Tables>,
  { most, mostPerConnection, saturated, held, mostPerOrganization, mostBorrowing }: ClaimRequest,
  claim_id: string,
  leaseSeconds: number,
): Promise<readonly ClaimedRun[]> {
  const heldInAll = Object.values(held).reduce((sum, count) => sum + count, 0);
  const { rows } = await sql<ClaimedRun>`
    with recursive open_connections as (
      (select connection_id from connection_runs where status in ('queued', 'running') order by connection_id limit 1)
      union all
      select (select r.connection_id from connection_runs r
              where r.status in ('queued', 'running') and r.connection_id > o.connection_id
              order by r.connection_id limit 1)
      from open_connections o where o.connection_id is not null),
    waiting as (
      select w.id, w.organization_id, coalesce(h.held, 0) as held,
        row_number() over (partition by w.organization_id order by w.id) as nth
      from open_connections o
      join connections c on c.id = o.connection_id
      cross join lateral (
        select w.id, w.organization_id, w.not_before from connection_runs w
        where w.connection_id = c.id and w.status in ('queued', 'running')
          and (w.lease_until is null or w.lease_until < clock_timestamp())
          and (c.mode = 'queued' or w.not_before is null or w.not_before <= clock_timestamp())
        order by w.id
        limit case when c.mode <> 'parallel' then 1 when c.max_parallel is null then ${mostPerConnection}::integer
          else greatest(0, c.max_parallel - (select count(*) from connection_runs l
            where l.connection_id = c.id and l.status = 'running' and l.lease_until >= clock_timestamp())) end) w
      left join (select key::uuid as organization_id, value::integer as held
                 from jsonb_each_text(${JSON.stringify(held)}::jsonb)) h on h.organization_id = w.organization_id
      where c.id <> all(${saturated}::uuid[])
        and (w.not_before is null or w.not_before <= clock_timestamp())
        and (c.mode = 'parallel' or not exists (
          select from connection_runs l where l.connection_id = c.id and l.id <> w.id
            and l.status = 'running' and l.lease_until >= clock_timestamp()))),
    chosen as (
      select r.id, c.is_enabled, c.paused_reason, c.deleted_at, c.sealed_steps, c.author_id
      from waiting w
      join connection_runs r on r.id = w.id
      join connections c on c.id = r.connection_id
      where r.finished_at is null
        and (r.lease_until is null or r.lease_until < clock_timestamp())
        and (r.not_before is null or r.not_before <= clock_timestamp())
        and (w.held + w.nth <= ${mostPerOrganization}::integer
          or (w.nth + ${heldInAll}::integer <= ${mostBorrowing}::integer
            and (select count(distinct organization_id) from waiting) = 1))
      order by w.held + w.nth, r.id limit ${most} for update of r skip locked)
    update connection_runs r set status = 'running', claim_id = ${claim_id}::uuid,
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}::integer),
      claims = r.claims + 1, started_at = coalesce(r.started_at, clock_timestamp()),
      author_id = case when r.sealed_plan is null then chosen.author_id else r.author_id end,
      sealed_plan = coalesce(r.sealed_plan, chosen.sealed_steps),
      updated_at = now()
    from chosen
    where r.id = chosen.id
    returning r.id, r.organization_id, r.connection_id, r.claim_id, r.claims, r.author_id, r.shadow,
      r.steps, r.sealed_plan, r.sealed_records, r.event_id,
      coalesce(r.trigger, (select payload from event_log l where l.id = r.event_id)) as trigger,
      coalesce((select causation from event_log l where l.id = r.event_id), '{}') as causation,
      case when chosen.deleted_at is not null then 'connection_deleted'
           when r.claims > ${MOST_CLAIMS} then 'gave_up'
           when r.is_test then null
           when chosen.paused_reason is not null then chosen.paused_reason
           when not chosen.is_enabled then 'connection_disabled' end as refusal`.execute(db);
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}
