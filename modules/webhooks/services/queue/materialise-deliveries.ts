import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { parsePattern, patternMatches, type SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { v7 as uuidv7 } from 'uuid';
import type { LockedQueue } from './locked-queue.ts';

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
  readonly now: string;
}

/** Deliveries made from the log at once, and events looked at for them. */
const MAX_MADE = 24;
const MAX_SCANNED = 5_000;

/**
 * Makes deliveries of the next events of the log and moves on behind them, both or neither; answers the new
 * position. Events that the author may not see are noted as withheld and take no number.
 */
export async function materialiseDeliveries(
  work: UnitOfWork,
  queue: LockedQueue,
  { author, rules, known_types, module_since, now }: MaterialiseOptions,
): Promise<number> {
  if (queue.position >= queue.wanted_to) return queue.position;
  const { scanned, last_cursor, found } = await scan(work, queue, {
    types: typesOf(queue, known_types),
    since: laterOf(queue.begins_at, module_since),
  });
  const last = found.length === MAX_MADE ? found.at(-1)?.cursor : undefined;
  const position = last ?? (scanned === MAX_SCANNED && last_cursor !== null ? last_cursor : queue.wanted_to);
  const made = found.map((event) => {
    const visible = rules.mayHear(author, { ...event, organization_id: queue.organization_id });
    return {
      ...event,
      delivery_id: uuidv7(),
      kind: event.cursor <= queue.replay_to ? 'replay' : 'event',
      ...(visible ? { status: 'waiting', reason: null } : { status: 'withheld', reason: 'not_visible' }),
    };
  });
  await sql`
    with made as (
      insert into webhook_deliveries (id, organization_id, subscription_id, kind, event_id, event_cursor, event_type,
        event_site_id, aside, attempts, tries, status, reason, next_attempt_at, finished_at)
      select m.delivery_id, ${queue.organization_id}::uuid, ${queue.id}::uuid, m.kind, m.id, m.cursor, m.event_type,
        m.site_id, false, 0, '[]', m.status, m.reason, case when m.status = 'waiting' then ${now}::timestamptz end,
        case when m.status = 'withheld' then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(delivery_id uuid, kind text, id uuid, cursor bigint,
        event_type text, site_id uuid, status text, reason text)
      on conflict do nothing)
    update webhook_queues set position = ${position}::bigint where id = ${queue.id}::uuid`.execute(work.sql);
  return position;
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
