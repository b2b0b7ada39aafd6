import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';

export interface ClaimedPoll {
  readonly controller_id: string;
  readonly organization_id: string;
  /** Fence: value of `ask_after` until another process claims it. */
  readonly claim: string;
}

/** A little less than the time between two rounds, so that the next one finds the controller due. */
const EVERY_SECONDS = 240;

/**
 * Claims controllers that are due, at most `most`, for this process alone. Organizations take turns, so that one with
 * many controllers holds up no other. Only controllers of `vendors` are looked at.
 */
export async function claimPolls(
  db: Kysely<Tables>,
  vendors: readonly string[],
  most: number,
): Promise<ClaimedPoll[]> {
  const { rows } = await sql<ClaimedPoll>`
    insert into storage_pool_looks as l (id, organization_id, ask_after)
    select due.id, due.organization_id, clock_timestamp() + make_interval(secs => ${EVERY_SECONDS}::integer)
    from (
      select c.id, c.organization_id, k.ask_after, row_number() over (
        partition by c.organization_id order by k.ask_after nulls first, c.id) as turn
      from controllers c left join storage_pool_looks k on k.id = c.id
      where c.deleted_at is null and c.vendor = any (${vendors}::text[])
        and (k.id is null or k.ask_after <= clock_timestamp())) due
    order by due.turn, due.ask_after nulls first, due.id limit ${most}::integer
    on conflict (id) do update set ask_after = excluded.ask_after, updated_at = now()
      where l.ask_after <= clock_timestamp()
    returning l.id as controller_id, l.organization_id, l.ask_after::text as claim`.execute(db);
  return rows;
}

/** Removes what is kept of controllers that were deleted. */
export async function forgetDeleted(db: Kysely<Tables>): Promise<void> {
  await sql`
    with gone as (
      delete from storage_pool_looks l using controllers c
      where c.id = l.id and c.deleted_at is not null returning l.id)
    delete from storage_pool_states where controller_id in (select id from gone)`.execute(db);
}
