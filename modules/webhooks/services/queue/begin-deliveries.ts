import { byKey, sql, type UnitOfWork } from '@patchbay/kernel/database';
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
  const seen: { readonly delivery: WaitingDelivery; readonly event: SentEvent }[] = [];
  for (const delivery of due) {
    const event =
      delivery.event_id === null
        ? madeUpEvent(delivery.id, queue.organization_id, delivery.created_at)
        : events.get(delivery.event_id);
    const reason = refusalOf(delivery, event, options);
    if (event === undefined || reason !== null) await withhold(work, delivery.id, reason ?? 'event_gone');
    else seen.push({ delivery, event });
  }
  const begun = await begin(
    work,
    queue,
    seen.map(({ delivery }) => delivery),
    options.now,
  );
  return seen.flatMap(({ delivery, event }) => {
    const row = begun.get(delivery.id);
    // A row that is gone has no try on record, so nothing is sent for it.
    return row === undefined ? [] : [outgoingOf(queue, options.secrets, delivery, row, event)];
  });
}

export const outgoingOf = (
  { id: subscription_id, url, template }: LockedQueue,
  secrets: readonly Secret[],
  delivery: WaitingDelivery,
  begun: Begun,
  event: SentEvent,
): Outgoing => ({ ...delivery, ...begun, subscription_id, url, template, secrets, event });

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

export interface Begun {
  readonly id: string;
  readonly sequence: number | null;
  readonly attempts: number;
  readonly first_attempt_at: string;
}

/** A repetition keeps the number that its event had; a test has none. The others are numbered in their order. */
async function begin(
  { sql: db }: UnitOfWork,
  queue: LockedQueue,
  deliveries: readonly WaitingDelivery[],
  now: string,
): Promise<ReadonlyMap<string, Begun>> {
  if (deliveries.length === 0) return new Map();
  const wanted = deliveries.map(({ id, kind, event_id, sequence }, place) => ({
    id,
    sequence,
    place,
    event_id: kind === 'test' ? null : event_id,
  }));
  const { rows } = await sql<Begun>`
    with known as (
      select b.id, b.place, b.event_id, coalesce(b.sequence, (select max(d.sequence) from webhook_deliveries d
        where d.subscription_id = ${queue.id}::uuid and d.event_id = b.event_id)) as sequence
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as b(id uuid, place integer, event_id uuid, sequence bigint)
      where ${byKey('b.id')}),
    fresh as (
      select event_id, row_number() over (order by min(place)) as nth from known
      where event_id is not null and sequence is null group by event_id),
    given as (
      update webhook_queues set last_sequence = last_sequence + (select count(*) from fresh)
      where id = ${queue.id}::uuid and exists (select from fresh)
      returning last_sequence - (select count(*) from fresh) as base)
    update webhook_deliveries d set attempts = d.attempts + 1,
      sequence = case when k.event_id is not null then coalesce(k.sequence, (select base from given)
        + (select nth from fresh f where f.event_id = k.event_id)) end,
      first_attempt_at = coalesce(d.first_attempt_at, ${now}::timestamptz), last_attempt_at = ${now}::timestamptz,
      updated_at = clock_timestamp()
    from known k where d.id = k.id
    returning d.id, d.sequence, d.attempts, d.first_attempt_at`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
