import { randomUUID } from 'node:crypto';
import { type Database, exempt, sql } from '@patchbay/kernel/database';
import type { Clock } from '@patchbay/kernel/telemetry';
import { type Lease, type LeaseQueue, releaseLeases } from '@patchbay/runs';
import { type Candidate, fillSlots, SLOT_LIMITS, type SlotLimits } from './delivery-slots.ts';

/** A subscription that this process delivers to until its lease ends. */
export interface Claim extends Candidate, Lease {}

const claimExemption = exempt('webhooks.claim', 'webhooks of all organizations are served in turn');

/** Longer than a request may take; a process that dies is noticed after this long. */
export const LEASE_SECONDS = 45;
const MAX_CANDIDATES = 1_000;
const MAX_LOOK_MS = 5_000;
const HELD_ELSEWHERE_MS = 2_000;

/** Takes subscriptions that have something to do; one belongs to its newest claim only. */
export class QueueClaims implements LeaseQueue<Claim> {
  readonly #database: Pick<Database, 'asSystem' | 'readAsSystem'>;
  readonly #clock: Clock;
  readonly #limits: SlotLimits;

  constructor(
    database: Pick<Database, 'asSystem' | 'readAsSystem'>,
    clock: Clock,
    limits: SlotLimits = SLOT_LIMITS,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  claim(held: readonly Candidate[]): Promise<readonly Claim[]> {
    const limits = this.#limits;
    const now = this.#clock.now().toISOString();
    return this.#database.asSystem(claimExemption, async (db) => {
      const { rows: wanting } = await sql<Candidate>`
        with due as (
          select q.id, q.organization_id, q.is_slow or q.failing_since is not null as slow, q.due_at,
            row_number() over (partition by q.organization_id, q.is_slow or q.failing_since is not null
                               order by q.due_at, q.id) as nth
          from webhook_queues q
          where q.due_at <= ${now}::timestamptz and (q.lease_until is null or q.lease_until < clock_timestamp())
            and q.id <> all(${held.map(({ id }) => id)}::uuid[]))
        select id, organization_id, slow from due where nth <= ${limits.maxPerOrganization}::integer
        order by nth, due_at limit ${MAX_CANDIDATES}`.execute(db);
      const chosen = fillSlots(wanting, held, limits);
      if (chosen.length === 0) return [];
      const claim_id = randomUUID();
      const { rows: taken } = await sql<{ id: string }>`
        with free as (
          select id from webhook_queues where id = any(${chosen.map(({ id }) => id)}::uuid[])
            and (lease_until is null or lease_until < clock_timestamp()) order by id for update skip locked)
        update webhook_queues q set claim_id = ${claim_id}::uuid,
          lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        from free where q.id = free.id returning q.id`.execute(db);
      const ids = new Set(taken.map(({ id }) => id));
      return chosen.filter(({ id }) => ids.has(id)).map((candidate) => ({ ...candidate, claim_id }));
    });
  }

  /** A queue that is due already is held elsewhere, left behind by a dead process, or waits for a slot. */
  async untilNextMs(): Promise<number | null> {
    const nowMs = this.#clock.now().getTime();
    const now = new Date(nowMs).toISOString();
    const { next_at, is_due } = await this.#database.readAsSystem(claimExemption, async (db) => {
      const { rows } = await sql<{ next_at: string | null; is_due: boolean }>`
        select (select due_at from webhook_queues where due_at > ${now}::timestamptz order by due_at limit 1) as next_at,
          exists (select from webhook_queues where due_at <= ${now}::timestamptz) as is_due`.execute(db);
      return rows[0] ?? { next_at: null, is_due: false };
    });
    if (is_due) return HELD_ELSEWHERE_MS;
    return next_at === null ? null : Math.min(Date.parse(next_at) - nowMs, MAX_LOOK_MS);
  }

  /** Gives subscriptions back at once, for the next process to go on. */
  release(claims: readonly Claim[]): Promise<void> {
    return this.#database.asSystem(claimExemption, (db) => releaseLeases(db, 'webhook_queues', claims));
  }
}
