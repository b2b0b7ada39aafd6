import { randomUUID } from 'node:crypto';
import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Clock } from '@patchbay/kernel/telemetry';
import { type Lease, type LeaseQueue, releaseLeases } from '@patchbay/runs';
import type { NotificationChannel } from '../../contract.ts';

/** A receiver that this process alone sends to, until its lease ends. */
export interface ClaimedReceiver extends Lease {
  readonly channel: string;
}

interface ClaimRequest {
  readonly channel: string;
  readonly most: number;
  /** Receivers that this process sends to by this channel, per organization. */
  readonly held: Readonly<Record<string, number>>;
  readonly maxPerOrganization: number;
  readonly now: Date;
}

const MAX_AT_ONCE = 16;
/** The job looks at least this often; in between this process looks when something is due. */
const MAX_LOOK_MS = 5_000;
const SHORTEST_LOOK_MS = 100;
/** Longer than one message takes, with both transactions around it. */
export const LEASE_SECONDS = 60;

const claimExemption = exempt(
  'notifications.claim-targets',
  'receivers of all organizations are served in turn',
);

/**
 * Receivers that have something due. Every channel has places of its own, and no organization more than half of them, so
 * that receivers that hang keep no others waiting.
 */
export class ReceiverClaims
  extends Service<{
    database: Pick<Database, 'onceAsSystem'>;
    channels: Contributions<NotificationChannel>;
    clock: Clock;
  }>
  implements LeaseQueue<ClaimedReceiver>
{
  async claim(held: readonly ClaimedReceiver[]): Promise<readonly ClaimedReceiver[]> {
    const claimed: ClaimedReceiver[] = [];
    const due = await this.#dueChannels();
    for (const { id: channel, maxAtOnce = MAX_AT_ONCE } of this.parts.channels.values) {
      if (!due.has(channel)) continue;
      const mine = held.filter((each) => each.channel === channel);
      const most = maxAtOnce - mine.length;
      if (most <= 0) continue;
      const byOrganization = Object.groupBy(mine, ({ organization_id }) => organization_id);
      const request = {
        channel,
        most,
        held: Object.fromEntries(
          Object.entries(byOrganization).map(([id, targets = []]) => [id, targets.length]),
        ),
        maxPerOrganization: Math.ceil(maxAtOnce / 2),
        now: this.parts.clock.now(),
      };
      claimed.push(...(await this.#claim(request)));
    }
    return claimed;
  }

  /** Mostly none: one statement instead of one for each. */
  async #dueChannels(): Promise<ReadonlySet<string>> {
    const at = this.parts.clock.now().toISOString();
    const { rows } = await this.parts.database.onceAsSystem(claimExemption, (db) =>
      sql<{ channel: string }>`
        select c.channel from unnest(${this.parts.channels.values.map(({ id }) => id)}::text[]) as c(channel)
        where exists (select from notification_targets t
                      where t.channel = c.channel and t.next_due_at <= ${at}::timestamptz)`.execute(db),
    );
    return new Set(rows.map(({ channel }) => channel));
  }

  /** Organizations in turn, each one's longest waiting first. */
  #claim({
    channel,
    most,
    held,
    maxPerOrganization,
    now,
  }: ClaimRequest): Promise<readonly ClaimedReceiver[]> {
    const at = now.toISOString();
    return this.parts.database.onceAsSystem(claimExemption, async (db) => {
      const { rows } = await sql<ClaimedReceiver>`
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
            order by t.next_due_at, t.id limit ${maxPerOrganization}::integer) w),
        chosen as (
          select t.id from waiting w join notification_targets t using (id)
          where w.turn <= ${maxPerOrganization}::integer
          order by w.turn, w.next_due_at limit ${most}::integer for update of t skip locked)
        update notification_targets t set claim_id = ${randomUUID()}::uuid,
          lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        from chosen where t.id = chosen.id and (t.lease_until is null or t.lease_until < clock_timestamp())
        returning t.id, t.organization_id, t.claim_id, t.channel`.execute(db);
      return rows;
    });
  }

  /** Gives receivers back, for any process to go on when something is due. */
  release(claims: readonly ClaimedReceiver[]): Promise<void> {
    return this.parts.database.onceAsSystem(claimExemption, (db) =>
      releaseLeases(db, 'notification_targets', claims),
    );
  }

  /** Retries and digests are due between two rounds of the job; while messages go out, their ends look. */
  async untilNextMs(held: readonly ClaimedReceiver[]): Promise<number | null> {
    if (held.length > 0) return null;
    const channels = this.parts.channels.values.map(({ id }) => id);
    const next = await this.parts.database.onceAsSystem(claimExemption, async (db) => {
      const { rows } = await sql<{ next: string | null }>`
        select min(greatest(next_due_at, lease_until)) as next from notification_targets
        where next_due_at is not null and channel = any(${channels}::text[])`.execute(db);
      return rows[0]?.next;
    });
    if (!next) return null;
    const inMs = Date.parse(next) - this.parts.clock.now().getTime();
    return inMs >= MAX_LOOK_MS ? null : Math.max(inMs, SHORTEST_LOOK_MS);
  }
}
