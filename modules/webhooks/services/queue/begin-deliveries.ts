import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Secret } from '@patchbay/kernel/secrets';
import type { TemplateBody } from '../delivery/event-body.ts';
import { eventsById, madeUpEvent, type SentEvent } from '../delivery/sent-event.ts';
import type { LockedQueue } from './locked-queue.ts';
import type { WaitingDelivery } from './waiting-deliveries.ts';

/** A delivery whose try has begun, with everything that is sent. */
export interface Outgoing extends WaitingDelivery {
  readonly subscription_id: string;
  readonly url: string;
  readonly template: TemplateBody | null;
  readonly secrets: readonly Secret[];
  readonly event: SentEvent;
  readonly first_attempt_at: string;
}

export interface BeginOptions {
  /** Null: the author may not act any more. */
  readonly author: Principal | null;
  readonly rules: Pick<SubscriptionRules, 'mayHear'>;
  readonly secrets: readonly Secret[];
  readonly now: string;
}

/**
 * Commits that these deliveries are about to be tried, and numbers those without a number. Events that the author
 * may not see at this moment are withheld and take no number, so that receivers find no hole for them.
 */
export async function beginDeliveries(
  work: UnitOfWork,
  queue: LockedQueue,
  due: readonly WaitingDelivery[],
  options: BeginOptions,
): Promise<readonly Outgoing[]> {
  const events = await eventsById(
    work,
    due.flatMap(({ event_id }) => event_id ?? []),
  );
  const begun: Outgoing[] = [];
  for (const delivery of due) {
    const event =
      delivery.event_id === null
        ? madeUpEvent(delivery.id, queue.organization_id, delivery.created_at)
        : events.get(delivery.event_id);
    const reason = refusalOf(delivery, event, options);
    if (event === undefined || reason !== null) {
      await withhold(work, delivery.id, reason ?? 'event_gone');
      continue;
    }
    begun.push({
      ...(await begin(work, queue, delivery, options.now)),
      subscription_id: queue.id,
      url: queue.url,
      template: queue.template,
      secrets: options.secrets,
      event,
    });
  }
  return begun;
}

function refusalOf(
  { event_id }: WaitingDelivery,
  event: SentEvent | undefined,
  { author, rules }: BeginOptions,
): string | null {
  if (event === undefined) return 'event_gone';
  if (author === null) return 'author_disabled';
  return event_id === null || rules.mayHear(author, event) ? null : 'not_visible';
}

async function withhold({ sql: db }: UnitOfWork, id: string, reason: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: 'withheld',
      reason,
      next_attempt_at: null,
      finished_at: sql<string>`clock_timestamp()`,
      updated_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

/** A repetition keeps the number that its event had; a test has none. */
async function begin(
  { sql: db }: UnitOfWork,
  queue: LockedQueue,
  delivery: WaitingDelivery,
  now: string,
): Promise<WaitingDelivery & { readonly first_attempt_at: string }> {
  const isNumbered = delivery.kind !== 'test' && delivery.event_id !== null;
  const { rows } = await sql<{ sequence: number | null; attempts: number; first_attempt_at: string }>`
    with known as (
      select coalesce(${delivery.sequence}::bigint, (select max(d.sequence) from webhook_deliveries d
        where d.subscription_id = ${queue.id}::uuid and d.event_id = ${delivery.event_id}::uuid)) as sequence),
    given as (
      update webhook_queues set last_sequence = last_sequence + 1
      where id = ${queue.id}::uuid and ${isNumbered} and (select sequence from known) is null
      returning last_sequence)
    update webhook_deliveries d set attempts = d.attempts + 1,
      sequence = case when ${isNumbered} then coalesce((select sequence from known), (select last_sequence from given)) end,
      first_attempt_at = coalesce(d.first_attempt_at, ${now}::timestamptz), last_attempt_at = ${now}::timestamptz,
      updated_at = clock_timestamp()
    where d.id = ${delivery.id}::uuid
    returning d.sequence, d.attempts, d.first_attempt_at`.execute(db);
  const [row] = rows;
  return {
    ...delivery,
    ...(row ?? { sequence: delivery.sequence, attempts: delivery.attempts + 1, first_attempt_at: now }),
  };
}
