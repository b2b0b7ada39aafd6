import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import type { DeliveryMode, DeliveryStatus } from '../../entities/notification-delivery.ts';
import type { HeldInInbox, LoadRow, ReceiverChange, Subject } from '../delivery/receiver-load.ts';
import { INBOX, type Receiver } from '../preferences/receiver.ts';
import type { AcceptedNotice } from './accepted-notice.ts';

export type ReceiverRow = Omit<Receiver, 'address'> & {
  readonly id: string;
  readonly sealed_address: string | null;
};

export interface NewDelivery {
  readonly id: string;
  readonly notice: AcceptedNotice;
  readonly receiver: Receiver;
  readonly target_id: string;
  readonly status: DeliveryStatus;
  readonly mode: DeliveryMode;
  readonly reason: string | null;
  readonly due_at: string;
  readonly created_at: string;
}

/** Rows that travel in one statement. */
export const MAX_ROWS = 2_000;

function* piecesOf<T>(rows: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < rows.length; from += MAX_ROWS) yield rows.slice(from, from + MAX_ROWS);
}

async function inPieces<T>(rows: readonly T[], write: (piece: readonly T[]) => Promise<void>): Promise<void> {
  for (const piece of piecesOf(rows)) await write(piece);
}

/** Statements whose effect is not asked for before the end travel with COMMIT. */
function atTheEnd<T>(
  work: UnitOfWork,
  rows: readonly T[],
  statement: (piece: readonly T[]) => ReturnType<typeof sql>,
): void {
  for (const piece of piecesOf(rows)) work.withCommit(() => statement(piece).compile(work.sql));
}

/** Answers those that were not there yet. */
export async function insertNotices(
  { sql: db, organization_id }: UnitOfWork,
  notices: readonly AcceptedNotice[],
): Promise<readonly AcceptedNotice[]> {
  if (notices.length === 0) return [];
  const rows = notices.map(({ wanted, ...row }) => row);
  const inserted = await sql<{ id: string }>`
    insert into notices (id, organization_id, effect_id, title, body, category, priority, subject, event_id,
      event_type, occurred_at)
    select n.id, ${organization_id}::uuid, n.effect_id, n.title, n.body, n.category, n.priority, n.subject,
      n.event_id, n.event_type, n.occurred_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, effect_id uuid, title text, body text,
      category text, priority text, subject text, event_id uuid, event_type text, occurred_at timestamptz)
    order by n.effect_id on conflict (organization_id, effect_id) do nothing returning id`.execute(db);
  const fresh = new Set(inserted.rows.map(({ id }) => id));
  return notices.filter(({ id }) => fresh.has(id));
}

/** Ids by key. The rows stay locked, so that what is counted for a receiver holds until the commit. */
export async function upsertReceivers(
  { sql: db, organization_id }: UnitOfWork,
  targets: readonly ReceiverRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const ordered = targets.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await inPieces(ordered, async (piece) => {
    const { rows } = await sql<{ id: string; key: string }>`
      insert into notification_targets (id, organization_id, channel, key, user_id, channel_id, sealed_address, label)
      select t.id, ${organization_id}::uuid, t.channel, t.key, t.user_id, t.channel_id, t.sealed_address, t.label
      from jsonb_to_recordset(${JSON.stringify(piece)}::jsonb) as t(id uuid, channel text, key text, user_id uuid,
        channel_id uuid, sealed_address text, label text)
      order by t.key
      on conflict (organization_id, key) do update set label = excluded.label, updated_at = now()
      returning id, key`.execute(db);
    for (const { id, key } of rows) ids.set(key, id);
  });
  return ids;
}

/** A receiver, by its key, and a subject. */
export interface AskedLoad extends Pick<Subject, 'subject'> {
  readonly key: string;
  readonly since: string;
}

/** Each receiver and subject is to be named once. */
export async function loadOf(
  { sql: db, organization_id }: UnitOfWork,
  asked: readonly AskedLoad[],
): Promise<readonly LoadRow[]> {
  const found: LoadRow[] = [];
  await inPieces(asked, async (piece) => {
    const { rows } = await sql<LoadRow>`
      select t.id as target_id, a.subject, r.recent, r.earliest, w.waiting
      from jsonb_to_recordset(${JSON.stringify(piece)}::jsonb) as a(key text, subject text, since timestamptz)
      join notification_targets t on t.organization_id = ${organization_id}::uuid and t.key = a.key,
      lateral (select count(*)::int as recent, min(d.created_at) as earliest from notification_deliveries d
        where d.target_id = t.id and d.subject = a.subject and d.created_at > a.since
          and d.mode <> 'held') r,
      lateral (select count(*)::int as waiting from notification_deliveries d
        where d.target_id = t.id and d.status in ('waiting', 'sending')) w`.execute(db);
    found.push(...rows);
  });
  return found;
}

export const insertDeliveries = (
  { sql: db, organization_id }: UnitOfWork,
  deliveries: readonly NewDelivery[],
): Promise<void> =>
  inPieces(deliveries, async (piece) => {
    const rows = piece.map(({ notice, receiver, ...row }) => ({
      ...row,
      notice_id: notice.id,
      subject: notice.subject,
      finished_at: row.status === 'waiting' ? null : row.created_at,
    }));
    await sql`
      insert into notification_deliveries (id, organization_id, notice_id, target_id, subject, status, mode, reason,
        due_at, finished_at, created_at)
      select d.id, ${organization_id}::uuid, d.notice_id, d.target_id, d.subject, d.status, d.mode, d.reason,
        d.due_at, d.finished_at, d.created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(id uuid, notice_id uuid, target_id uuid,
        subject text, status text, mode text, reason text, due_at timestamptz, finished_at timestamptz,
        created_at timestamptz)`.execute(db);
  });

export const fileInInboxes = (
  { sql: db, organization_id }: UnitOfWork,
  deliveries: readonly NewDelivery[],
): Promise<void> =>
  inPieces(
    deliveries.filter(({ receiver }) => receiver.channel === INBOX),
    async (piece) => {
      const rows = piece.map(({ notice: { wanted, ...notice }, receiver, created_at }) => ({
        ...notice,
        id: newId(),
        user_id: receiver.user_id,
        created_at,
      }));
      await sql`
        insert into notifications (id, organization_id, user_id, title, body, category, priority, subject, event_id,
          effect_id, created_at)
        select n.id, ${organization_id}::uuid, n.user_id, n.title, n.body, n.category, n.priority, n.subject,
          n.event_id, n.effect_id, n.created_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, user_id uuid, title text, body text,
          category text, priority text, subject text, event_id uuid, effect_id uuid, created_at timestamptz)
        on conflict (effect_id, user_id) do nothing`.execute(db);
    },
  );

/** The newest message of the subject says how many more there were, and counts as not read again. */
export const bumpInbox = (work: UnitOfWork, held: readonly HeldInInbox[]): void =>
  atTheEnd(
    work,
    held,
    (piece) => sql`
      update notifications n set held_back = n.held_back + h.count, read_at = null, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(piece)}::jsonb) as h(user_id uuid, subject text, count integer)
      where n.id = (select id from notifications l where l.user_id = h.user_id and l.subject = h.subject
        order by l.id desc limit 1)`,
  );

/** A receiver that does not answer is not asked sooner for what comes meanwhile. */
export const noteDue = (work: UnitOfWork, changes: readonly ReceiverChange[]): void =>
  atTheEnd(
    work,
    changes,
    (piece) => sql`
      update notification_targets t set dropped = t.dropped + c.dropped,
        next_due_at = case when t.failures > 0 and t.next_due_at is not null then t.next_due_at
          else least(t.next_due_at, c.due_at) end, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(piece)}::jsonb) as c(target_id uuid, due_at timestamptz,
        dropped integer)
      where t.id = c.target_id`,
  );
