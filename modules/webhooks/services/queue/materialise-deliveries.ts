import { byKey, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { parsePattern, patternMatches, type SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Secret } from '@patchbay/kernel/secrets';
import { eventsById } from '../delivery/sent-event.ts';
import { type Begun, type Outgoing, outgoingOf } from './begin-deliveries.ts';
import type { LockedQueue } from './locked-queue.ts';
import { type WaitingDelivery, waitingColumns } from './waiting-deliveries.ts';

interface Found {
  readonly id: string;
  readonly cursor: number;
  readonly event_type: string;
  readonly site_id: string | null;
}

interface Scan {
  readonly scanned: number;
  readonly last_cursor: number | null;
  readonly found: readonly Found[];
}

export interface MaterialiseOptions {
  readonly author: Principal;
  readonly rules: Pick<SubscriptionRules, 'mayHear'>;
  /** Every event type that the organization knows. */
  readonly known_types: readonly string[];
  /** The module was switched on then; null: it always was. */
  readonly module_since: string | null;
  readonly secrets: readonly Secret[];
  readonly now: string;
  /** Deliveries that begin as they are made; the others wait. */
  readonly maxBegun: number;
}

/** Deliveries made from the log at once, and events looked at for them. */
const MAX_MADE = 24;
const MAX_SCANNED = 5_000;

/**
 * Makes deliveries of the next events of the log, begins the first of them, and moves on behind them, all or nothing.
 * Events that the author may not see are noted as withheld and take no number.
 */
export async function materialiseDeliveries(
  work: UnitOfWork,
  queue: LockedQueue,
  { author, rules, known_types, module_since, secrets, now, maxBegun }: MaterialiseOptions,
): Promise<readonly Outgoing[]> {
  const { scanned, last_cursor, found } = await scan(work, queue, {
    types: typesOf(queue, known_types),
    since: laterOf(queue.begins_at, module_since),
  });
  const last = found.length === MAX_MADE ? found.at(-1)?.cursor : undefined;
  const position = last ?? (scanned === MAX_SCANNED && last_cursor !== null ? last_cursor : queue.wanted_to);
  const isVisible = (event: Found): boolean =>
    rules.mayHear(author, { ...event, organization_id: queue.organization_id });
  const [visible, hidden] = [found.filter(isVisible), found.filter((event) => !isVisible(event))];
  const first = visible.slice(0, maxBegun).map(({ id }) => id);
  const events = await eventsById(work, first);
  const made = [
    ...visible.map((event) => ({ ...event, status: 'waiting', reason: null, begins: events.has(event.id) })),
    ...hidden.map((event) => ({ ...event, status: 'withheld', reason: 'not_visible', begins: false })),
  ].map((event) => ({
    ...event,
    delivery_id: newId(),
    kind: event.cursor <= queue.replay_to ? ('replay' as const) : ('event' as const),
  }));
  const begun = await insert(work, queue, { made, position, now });
  return begun.flatMap((row) => {
    const event = events.get(row.event_id);
    return event === undefined ? [] : [outgoingOf(queue, secrets, row, row, event)];
  });
}

/** The event types that the subscription asks for. */
function typesOf({ events }: LockedQueue, known_types: readonly string[]): readonly string[] {
  const patterns = events.flatMap((text) => parsePattern(text) ?? []);
  return known_types.filter((type) => patterns.some((pattern) => patternMatches(pattern, type)));
}

const laterOf = (one: string, other: string | null): string =>
  other !== null && Date.parse(other) > Date.parse(one) ? other : one;

async function scan(
  { sql: db }: UnitOfWork,
  { organization_id, position, wanted_to, replay_to }: LockedQueue,
  { types, since }: { readonly types: readonly string[]; readonly since: string },
): Promise<Scan> {
  const { rows } = await sql<Scan>`
    with scanned as materialized (
      select id, cursor, event_type, site_id, occurred_at from event_log
      where organization_id = ${organization_id}::uuid and cursor > ${position} and cursor <= ${wanted_to}
      order by cursor limit ${MAX_SCANNED}),
    found as (
      select id, cursor, event_type, site_id from scanned
      where event_type = any(${types}::text[]) and (cursor <= ${replay_to} or occurred_at >= ${since}::timestamptz)
      order by cursor limit ${MAX_MADE})
    select (select count(*) from scanned) as scanned, (select max(cursor) from scanned) as last_cursor,
      (select coalesce(jsonb_agg(to_jsonb(f) order by f.cursor), '[]') from found f) as found`.execute(db);
  return rows[0] ?? { scanned: 0, last_cursor: null, found: [] };
}

interface Made extends Found {
  readonly delivery_id: string;
  readonly kind: 'event' | 'replay';
  readonly status: string;
  readonly reason: string | null;
  readonly begins: boolean;
}

type BegunRow = WaitingDelivery & Begun & { readonly event_id: string };

/** An event that waits already is not made again. A repetition keeps its number; the others follow in their order. */
async function insert(
  { sql: db }: UnitOfWork,
  { id, organization_id }: LockedQueue,
  {
    made,
    position,
    now,
  }: { readonly made: readonly Made[]; readonly position: number; readonly now: string },
): Promise<readonly BegunRow[]> {
  const { rows } = await sql<BegunRow>`
    with known as (
      select m.*, had.sequence
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(delivery_id uuid, kind text, id uuid, cursor bigint,
        event_type text, site_id uuid, status text, reason text, begins boolean)
      cross join lateral (
        select max(d.sequence) as sequence, bool_or(d.status = 'waiting' and d.kind in ('event', 'replay')) as waits
        from webhook_deliveries d where d.subscription_id = ${id}::uuid and d.event_id = m.id) had
      where ${byKey('m.id')} and (m.status = 'withheld' or had.waits is not true)),
    fresh as (
      select id, row_number() over (order by cursor) as nth from known where begins and sequence is null),
    moved as (
      update webhook_queues set position = ${position}::bigint,
        last_sequence = last_sequence + (select count(*) from fresh)
      where id = ${id}::uuid returning last_sequence - (select count(*) from fresh) as base),
    made as (
      insert into webhook_deliveries (id, organization_id, subscription_id, kind, event_id, event_cursor, event_type,
        event_site_id, aside, attempts, tries, status, reason, next_attempt_at, finished_at, sequence,
        first_attempt_at, last_attempt_at)
      select k.delivery_id, ${organization_id}::uuid, ${id}::uuid, k.kind, k.id, k.cursor, k.event_type,
        k.site_id, false, k.begins::integer, '[]', k.status, k.reason,
        case when k.status = 'waiting' then ${now}::timestamptz end,
        case when k.status = 'withheld' then ${now}::timestamptz end,
        case when k.begins then coalesce(k.sequence, moved.base + f.nth) end,
        case when k.begins then ${now}::timestamptz end, case when k.begins then ${now}::timestamptz end
      from moved, known k left join fresh f on f.id = k.id
      order by k.cursor
      on conflict do nothing
      returning ${waitingColumns}, event_cursor)
    select ${waitingColumns} from made where attempts > 0 order by event_cursor`.execute(db);
  return rows;
}
