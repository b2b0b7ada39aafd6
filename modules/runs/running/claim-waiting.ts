import { randomUUID } from 'node:crypto';
import { byKey, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { ClaimedRun, ClaimRequest } from './claimed-run.ts';
import type { RunKind } from './run-kind.ts';

/** A run that ends the process each time must not go on for ever. */
const MAX_CLAIMS = 50;

/** Concurrent runs of an owner, as it says or by default. */
const withModes = { mode: sql`c.mode`, maxParallel: sql`c.max_parallel` };
const withoutModes: typeof withModes = { mode: sql`'parallel'`, maxParallel: sql`null::integer` };

/** Whether a run waits for no later moment to be tried again. */
const isDue = (run: string) =>
  sql`(${sql.ref(`${run}.not_before`)} is null or ${sql.ref(`${run}.not_before`)} <= clock_timestamp())`;

/**
 * Goes from owner to owner rather than through all waiting runs, so that a long queue of one hides no runs of
 * others and costs them nothing; then through the organizations in turn, so that none takes all slots. Chosen
 * runs are judged again once they are locked, and reached by their key: by their status, the planner would go
 * through all waiting ones. Steps are the owner's until the run begins, so their author is, too.
 */
export async function claimWaiting(
  db: Kysely<Tables>,
  kind: RunKind,
  { most, maxPerOwner, saturated, room, held, maxPerOrganization, maxBorrowing }: ClaimRequest,
  leaseSeconds: number,
): Promise<readonly ClaimedRun[]> {
  const [runs, owners] = [sql.table(kind.runs), sql.table(kind.owners)];
  const ownerOf = (alias: string) => sql.ref(`${alias}.${kind.owner}`);
  const { mode, maxParallel } = kind.hasModes ? withModes : withoutModes;
  const heldInAll = Object.values(held).reduce((sum, count) => sum + count, 0);
  const { rows } = await sql<ClaimedRun>`
    with recursive open_owners as (
      (select ${ownerOf('r')} as id from ${runs} r where r.status in ('queued', 'running')
       order by ${ownerOf('r')} limit 1)
      union all
      select (select ${ownerOf('r')} from ${runs} r
              where r.status in ('queued', 'running') and ${ownerOf('r')} > o.id
              order by ${ownerOf('r')} limit 1)
      from open_owners o where o.id is not null),
    waiting as (
      select w.id, w.organization_id, coalesce(h.held, 0) as held,
        row_number() over (partition by w.organization_id order by w.id) as nth
      from open_owners o
      join ${owners} c on c.id = o.id
      cross join lateral (
        select w.* from ${runs} w
        where ${ownerOf('w')} = c.id and w.status in ('queued', 'running')
          and (w.lease_until is null or w.lease_until < clock_timestamp())
          and (${mode} = 'queued' or ${isDue('w')})
        order by w.id
        limit case when ${mode} <> 'parallel' then 1
          else least(coalesce((${JSON.stringify(room)}::jsonb->>c.id::text)::integer, ${maxPerOwner}::integer),
            case when ${maxParallel} is not null then greatest(0, ${maxParallel} - (select count(*) from ${runs} l
              where ${ownerOf('l')} = c.id and l.status = 'running' and l.lease_until >= clock_timestamp())) end) end) w
      left join (select key::uuid as organization_id, value::integer as held
                 from jsonb_each_text(${JSON.stringify(held)}::jsonb)) h on h.organization_id = w.organization_id
      where c.id <> all(${saturated}::uuid[]) and ${isDue('w')}
        and (${mode} = 'parallel' or not exists (
          select from ${runs} l where ${ownerOf('l')} = c.id and l.id <> w.id
            and l.status = 'running' and l.lease_until >= clock_timestamp()))),
    chosen as (
      select r.id, c.is_enabled, c.paused_reason, c.deleted_at, ${sql.ref(`c.${kind.plan}`)} as sealed_steps, c.author_id
      from waiting w
      join ${runs} r on r.id = w.id
      join ${owners} c on c.id = ${ownerOf('r')}
      where ${byKey('w.id')} and r.finished_at is null
        and (r.lease_until is null or r.lease_until < clock_timestamp())
        and ${isDue('r')}
        and (w.held + w.nth <= ${maxPerOrganization}::integer
          or (w.nth + ${heldInAll}::integer <= ${maxBorrowing}::integer and w.held = ${heldInAll}::integer
            and (select count(distinct organization_id) from waiting) = 1))
      order by w.held + w.nth, r.id limit ${most} for update of r skip locked)
    update ${runs} r set status = 'running', claim_id = ${randomUUID()}::uuid,
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}::integer),
      claims = r.claims + 1, started_at = coalesce(r.started_at, clock_timestamp()),
      author_id = case when r.sealed_plan is null then chosen.author_id else r.author_id end,
      sealed_plan = coalesce(r.sealed_plan, chosen.sealed_steps),
      updated_at = now()
    from chosen
    where r.id = chosen.id
    returning r.id, r.organization_id, ${ownerOf('r')} as owner_id, r.claim_id, r.claims, r.author_id,
      r.shadow, r.steps, r.sealed_plan, r.sealed_records, r.event_id,
      coalesce(r.trigger, (select payload from event_log l where l.id = r.event_id)) as trigger,
      coalesce((select causation from event_log l where l.id = r.event_id), '{}') as causation,
      case when chosen.deleted_at is not null then ${`${kind.ownerNoun}_deleted`}
           when r.claims > ${MAX_CLAIMS} then 'gave_up'
           when r.is_test then null
           when chosen.paused_reason is not null then chosen.paused_reason
           when not chosen.is_enabled then ${`${kind.ownerNoun}_disabled`} end as refusal`.execute(db);
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}
