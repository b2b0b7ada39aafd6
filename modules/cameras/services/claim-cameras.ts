import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';

export interface ClaimedCamera {
  readonly id: string;
  readonly organization_id: string;
  readonly subscription: string | null;
  /** Fence: value of `claimed_until` until another process claims it. */
  readonly claim: string;
}

/** Which controllers: those that answered when they were asked last, or those that did not. */
export type Answering = 'answering' | 'silent';

/** Longer than one question and its answer. */
const CLAIM_SECONDS = 60;

/**
 * Claims controllers with cameras that are due, at most `most`, for this process alone. Organizations take turns, so
 * that one with many cameras holds up no other; of one, those come first that were asked longest ago.
 */
export async function claimCameras(
  db: Kysely<Tables>,
  which: Answering,
  most: number,
): Promise<readonly ClaimedCamera[]> {
  const { rows } = await sql<ClaimedCamera>`
    insert into camera_subscriptions as s (id, organization_id, claimed_until)
    select due.id, due.organization_id, clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::integer)
    from (
      select c.id, c.organization_id, k.updated_at, row_number() over (
        partition by c.organization_id order by k.updated_at nulls first, c.id) as turn
      from controllers c left join camera_subscriptions k on k.id = c.id
      where c.deleted_at is null and (k.last_error is not null) = ${which === 'silent'}::boolean
        and exists (select from devices d where d.controller_id = c.id and d.kind = 'camera' and d.deleted_at is null)
        and (k.id is null or (k.claimed_until <= clock_timestamp() and k.ask_after <= clock_timestamp()))) due
    order by due.turn, due.updated_at nulls first, due.id limit ${most}::integer
    on conflict (id) do update set claimed_until = excluded.claimed_until, updated_at = now()
      where s.claimed_until <= clock_timestamp() and s.ask_after <= clock_timestamp()
    returning s.id, s.organization_id, s.subscription, s.claimed_until::text as claim`.execute(db);
  return rows;
}

/** State in which a controller is released, and the time of the next poll. */
export interface Release {
  readonly subscription?: string | null;
  readonly inSeconds: number;
  readonly last_error?: string;
}

const MAX_ERROR = 500;

/** Changes nothing when another process claimed it meanwhile. */
export async function releaseCamera(
  db: Kysely<Tables>,
  { id, claim }: Pick<ClaimedCamera, 'id' | 'claim'>,
  { subscription = null, inSeconds, last_error }: Release,
): Promise<void> {
  await sql`
    update camera_subscriptions set subscription = ${subscription}, claimed_until = clock_timestamp(),
      ask_after = clock_timestamp() + make_interval(secs => ${inSeconds}::integer),
      last_error = ${last_error?.slice(0, MAX_ERROR) ?? null}, updated_at = now()
    where id = ${id}::uuid and claimed_until = ${claim}::timestamptz`.execute(db);
}

/** Removes what is kept of controllers and cameras that were deleted. */
export async function forgetDeleted(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from camera_subscriptions s using controllers c
    where c.id = s.id and c.deleted_at is not null`.execute(db);
  await sql`
    delete from camera_sightings s using devices d where d.id = s.id and d.deleted_at is not null`.execute(
    db,
  );
}
