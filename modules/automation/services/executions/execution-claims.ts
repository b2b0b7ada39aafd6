import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { type ClaimedRun, type ClaimRequest, LEASE_SECONDS } from '@patchbay/runs';
import { v4 as uuidv4 } from 'uuid';

interface Claim {
  readonly id: string;
  readonly claim_id: string;
}

const claimExemption = exempt(
  'automation.claim-executions',
  'waiting executions of all organizations are taken in their order',
);

/** An execution that ends the process each time must not go on for ever. */
const MOST_CLAIMS = 50;

/** Takes and keeps executions in PostgreSQL; one belongs to the newest claim only. */
export class ExecutionClaims {
  readonly #database: Pick<Database, 'onceAsSystem'>;

  constructor(database: Pick<Database, 'onceAsSystem'>) {
    this.#database = database;
  }

  /** Those that nobody holds, with what they need; the ones begun before continue where they stood. */
  claim(request: ClaimRequest): Promise<readonly ClaimedRun[]> {
    return this.#database.onceAsSystem(claimExemption, (db) => claimWaiting(db, request, uuidv4()));
  }

  /** Extends the leases; answers which are still held. */
  extend(claims: readonly Claim[]): Promise<ReadonlySet<string>> {
    return this.#database.onceAsSystem(claimExemption, async (db) => {
      const { rows } = await sql<{ id: string }>`
        update automation_executions e set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(id uuid, claim_id uuid)
        where e.id = c.id and e.claim_id = c.claim_id returning e.id`.execute(db);
      return new Set(rows.map(({ id }) => id));
    });
  }

  /** Gives executions back at once, for the next process to go on. */
  async release(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return;
    await this.#database.onceAsSystem(claimExemption, async (db) => {
      await sql`
        update automation_executions e set lease_until = null
        from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(id uuid, claim_id uuid)
        where e.id = c.id and e.claim_id = c.claim_id`.execute(db);
    });
  }
}

/**
 * Goes from rule to rule rather than through all that waits, so that a long queue of one hides nobody's; then
 * through the organizations in turn, so that none takes all places. What is chosen is judged again once it is locked.
 */
async function claimWaiting(
  db: Kysely<Tables>,
  { most, mostPerConnection, saturated, held, mostPerOrganization, mostBorrowing }: ClaimRequest,
  claim_id: string,
): Promise<readonly ClaimedRun[]> {
  const heldInAll = Object.values(held).reduce((sum, count) => sum + count, 0);
  const { rows } = await sql<ClaimedRun>`
    with recursive open_rules as (
      (select rule_id from automation_executions where status in ('queued', 'running') order by rule_id limit 1)
      union all
      select (select e.rule_id from automation_executions e
              where e.status in ('queued', 'running') and e.rule_id > o.rule_id order by e.rule_id limit 1)
      from open_rules o where o.rule_id is not null),
    waiting as (
      select w.id, w.organization_id, coalesce(h.held, 0) as held,
        row_number() over (partition by w.organization_id order by w.id) as nth
      from open_rules o
      cross join lateral (
        select w.id, w.organization_id from automation_executions w
        where w.rule_id = o.rule_id and w.status in ('queued', 'running')
          and (w.lease_until is null or w.lease_until < clock_timestamp())
        order by w.id limit ${mostPerConnection}::integer) w
      left join (select key::uuid as organization_id, value::integer as held
                 from jsonb_each_text(${JSON.stringify(held)}::jsonb)) h on h.organization_id = w.organization_id
      where o.rule_id <> all(${saturated}::uuid[])),
    chosen as (
      select e.id, r.is_enabled, r.paused_reason, r.deleted_at, r.sealed_actions, r.author_id
      from waiting w
      join automation_executions e on e.id = w.id
      join automation_rules r on r.id = e.rule_id
      where e.finished_at is null and (e.lease_until is null or e.lease_until < clock_timestamp())
        and (w.held + w.nth <= ${mostPerOrganization}::integer
          or (w.nth + ${heldInAll}::integer <= ${mostBorrowing}::integer
            and (select count(distinct organization_id) from waiting) = 1))
      order by w.held + w.nth, e.id limit ${most} for update of e skip locked)
    update automation_executions e set status = 'running', claim_id = ${claim_id}::uuid,
      lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
      claims = e.claims + 1, started_at = coalesce(e.started_at, clock_timestamp()),
      author_id = case when e.sealed_plan is null then chosen.author_id else e.author_id end,
      sealed_plan = coalesce(e.sealed_plan, chosen.sealed_actions),
      updated_at = now()
    from chosen
    where e.id = chosen.id
    returning e.id, e.organization_id, e.rule_id as connection_id, e.claim_id, e.claims, e.author_id, false as shadow,
      e.steps, e.sealed_plan, e.sealed_records, e.event_id,
      coalesce(e.trigger, (select payload from event_log l where l.id = e.event_id)) as trigger,
      coalesce((select causation from event_log l where l.id = e.event_id), '{}') as causation,
      case when chosen.deleted_at is not null then 'rule_deleted'
           when e.claims > ${MOST_CLAIMS} then 'gave_up'
           when e.is_test then null
           when chosen.paused_reason is not null then chosen.paused_reason
           when not chosen.is_enabled then 'rule_disabled' end as refusal`.execute(db);
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}
