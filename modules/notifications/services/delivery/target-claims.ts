import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { v4 as uuidv4 } from 'uuid';

/** A receiver that this process alone sends to, until its lease ends. */
export interface ClaimedTarget {
  readonly id: string;
  readonly organization_id: string;
  readonly claim_id: string;
}

export interface ClaimRequest {
  readonly channel: string;
  readonly most: number;
  /** Receivers that this process sends to by this channel, per organization. */
  readonly held: Readonly<Record<string, number>>;
  readonly mostPerOrganization: number;
  readonly now: Date;
}

/** Longer than one message takes, with both transactions around it. */
export const LEASE_SECONDS = 60;

const claimExemption = exempt(
  'notifications.claim-targets',
  'receivers of all organizations are served in turn',
);

/** Which receivers have something due; a receiver belongs to the newest claim only. */
export class TargetClaims {
  readonly #database: Pick<Database, 'asSystem'>;

  constructor(database: Pick<Database, 'asSystem'>) {
    this.#database = database;
  }

  /** Organizations in turn, each one's longest waiting first. */
  claim({ channel, most, held, mostPerOrganization, now }: ClaimRequest): Promise<readonly ClaimedTarget[]> {
    const at = now.toISOString();
    return this.#database.asSystem(claimExemption, async (db) => {
      const { rows } = await sql<ClaimedTarget>`
        with waiting as (
          select w.id, w.next_due_at, coalesce(h.held, 0) + w.nth as turn
          from (select distinct organization_id from notification_targets
                where channel = ${channel} and next_due_at <= ${at}::timestamptz) o
          left join (select key::uuid as organization_id, value::integer as held
                     from jsonb_each_text(${JSON.stringify(held)}::jsonb)) h using (organization_id)
          cross join lateral (
            select t.id, t.next_due_at, row_number() over (order by t.next_due_at, t.id) as nth
            from notification_targets t
            where t.channel = ${channel} and t.organization_id = o.organization_id
              and t.next_due_at <= ${at}::timestamptz
              and (t.lease_until is null or t.lease_until < clock_timestamp())
            order by t.next_due_at, t.id limit ${mostPerOrganization}::integer) w),
        chosen as (
          select t.id from waiting w join notification_targets t using (id)
          where w.turn <= ${mostPerOrganization}::integer
          order by w.turn, w.next_due_at limit ${most}::integer for update of t skip locked)
        update notification_targets t set claim_id = ${uuidv4()}::uuid,
          lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        from chosen where t.id = chosen.id and (t.lease_until is null or t.lease_until < clock_timestamp())
        returning t.id, t.organization_id, t.claim_id`.execute(db);
      return rows;
    });
  }

  /** Gives receivers back, for any process to go on when something is due. */
  async release(claims: readonly ClaimedTarget[]): Promise<void> {
    if (claims.length === 0) return;
    await this.#database.asSystem(claimExemption, async (db) => {
      await sql`
        update notification_targets t set claim_id = null, lease_until = null
        from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(id uuid, claim_id uuid)
        where t.id = c.id and t.claim_id = c.claim_id`.execute(db);
    });
  }

  /** Milliseconds until something is due through these channels, at most `most`. */
  untilNextMs(channels: readonly string[], now: Date, most: number): Promise<number> {
    return this.#database.asSystem(claimExemption, async (db) => {
      const { rows } = await sql<{ next: string | null }>`
        select min(greatest(next_due_at, lease_until)) as next from notification_targets
        where next_due_at is not null and channel = any(${channels}::text[])`.execute(db);
      const next = rows[0]?.next;
      return next ? Math.min(most, Math.max(0, Date.parse(next) - now.getTime())) : most;
    });
  }
}
