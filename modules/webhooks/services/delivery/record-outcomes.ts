import { byKey, sql, storable, type UnitOfWork } from '@patchbay/kernel/database';
import type { DisabledReason } from '../../contract.ts';
import type { KeptAnswer, KeptRequest, KeptTry } from '../../entities/webhook-delivery.ts';
import type { Outgoing } from '../queue/begin-deliveries.ts';
import type { LockedQueue } from '../queue/locked-queue.ts';
import { MAX_FAILING_MS } from './backoff.ts';
import { decideRetry, type RetryDecision, type Tried } from './retry-decision.ts';

/** A try that has ended, however. */
export interface Outcome extends Tried {
  readonly delivery: Outgoing;
  readonly at: string;
  readonly duration_ms: number;
  readonly request: KeptRequest | null;
  readonly answer: KeptAnswer | null;
}

/** Slower answers make the subscription stand with the slow. */
export const SLOW_MS = 5_000;
/** Deliveries tried beside the order; with more, the order waits. */
const MAX_DETACHED = 200;
const MAX_TRIES_KEPT = 20;

/** Records how the tries ended. Answers why the subscription is to be switched off, if it is. */
export async function recordOutcomes(
  work: UnitOfWork,
  queue: LockedQueue,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<DisabledReason | null> {
  if (outcomes.length === 0) return null;
  const allDelivered = outcomes.every(({ result }) => result === 'delivered');
  let room = allDelivered ? 0 : MAX_DETACHED - (await countAside(work, queue.id));
  const kept: Kept[] = [];
  for (const outcome of outcomes) {
    const decision = decideRetry(outcome.delivery, outcome, {
      nowMs: now.getTime(),
      random: Math.random(),
      ordered: queue.ordered,
      mayStepAside: room > 0,
    });
    if (decision.aside && !outcome.delivery.aside) room -= 1;
    kept.push(keptOf(outcome, decision));
  }
  await keepAll(work, kept);
  return noteHealth(work, queue, outcomes, now);
}

async function countAside({ sql: db }: UnitOfWork, id: string): Promise<number> {
  const { total } = await db
    .selectFrom('webhook_deliveries')
    .where('subscription_id', '=', id)
    .where('status', '=', 'waiting')
    .where('aside', '=', true)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Changes of a delivery's row after its try. */
type Kept = ReturnType<typeof keptOf>;

function keptOf(
  { delivery, at, status, error, duration_ms, request, answer }: Outcome,
  decision: RetryDecision,
) {
  const tried: KeptTry = { at, status, error, duration_ms: Math.round(duration_ms) };
  const { next_attempt_ms, ...rest } = decision;
  return {
    ...rest,
    id: delivery.id,
    next_attempt_at: next_attempt_ms === null ? null : new Date(next_attempt_ms).toISOString(),
    request,
    answer,
    tried: [tried],
  };
}

/** All in one statement. A cancelled delivery stays so, unless it has been delivered. */
async function keepAll({ sql: db }: UnitOfWork, kept: readonly Kept[]): Promise<void> {
  await sql`
    update webhook_deliveries d set
      status = case when d.status = 'cancelled' and k.status <> 'delivered' then d.status else k.status end,
      reason = case when d.status = 'cancelled' and k.status <> 'delivered' then d.reason else k.reason end,
      attempts = k.attempts, aside = k.aside,
      next_attempt_at = case when d.status = 'cancelled' then null else k.next_attempt_at end,
      finished_at = case when k.status = 'waiting' then d.finished_at else clock_timestamp() end,
      request = coalesce(k.request, d.request), answer = k.answer,
      tries = (select coalesce(jsonb_agg(t.one order by t.place), '[]') from (
        select one, place from jsonb_array_elements(d.tries || k.tried) with ordinality as t(one, place)
        order by place desc limit ${MAX_TRIES_KEPT}) t),
      updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(storable(kept))}::jsonb) as k(id uuid, status text, reason text,
      attempts integer, aside boolean, next_attempt_at timestamptz, request jsonb, answer jsonb, tried jsonb)
    where d.id = k.id and ${byKey('k.id')}`.execute(db);
}

/** One success shows that the receiver is back: waiting retries become due. */
async function noteHealth(
  work: UnitOfWork,
  queue: LockedQueue,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<DisabledReason | null> {
  const delivered = outcomes.some(({ result }) => result === 'delivered');
  const failed = outcomes.filter(
    ({ result, delivery }) =>
      (result === 'failed' || result === 'gone') && (delivery.kind === 'event' || delivery.kind === 'replay'),
  );
  const failing_since = delivered
    ? null
    : (queue.failing_since ?? (failed.length > 0 ? now.toISOString() : null));
  const is_slow = outcomes.some(({ duration_ms }) => duration_ms > SLOW_MS);
  if (failing_since !== queue.failing_since || is_slow !== queue.is_slow)
    await work.sql
      .updateTable('webhook_queues')
      .set({ failing_since, is_slow, updated_at: sql<string>`clock_timestamp()` })
      .where('id', '=', queue.id)
      .execute();
  if (delivered && queue.failing_since !== null) await retryNow(work, queue.id, now);
  if (failed.some(({ result }) => result === 'gone')) return 'gone';
  const isTooLong = failing_since !== null && now.getTime() - Date.parse(failing_since) >= MAX_FAILING_MS;
  return failed.length > 0 && isTooLong ? 'failing' : null;
}

/** Retries in order are due at once. */
export async function retryNow({ sql: db }: UnitOfWork, id: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now.toISOString() })
    .where('subscription_id', '=', id)
    .where('status', '=', 'waiting')
    .where('aside', '=', false)
    .where('next_attempt_at', '>', now.toISOString())
    .execute();
}
