import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { Priority } from '../../contract/priorities.ts';
import type { DeliveryMode, DeliveryStatus } from '../../entities/notification-delivery.ts';

/** A waiting delivery with its notice. */
export interface OpenDelivery {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly mode: DeliveryMode;
  readonly subject: string;
  readonly due_at: string;
  readonly message_id: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly title: string;
  readonly body: string;
  readonly priority: Priority;
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly occurred_at: string;
}

/** Notices in one message. */
const MAX_TOGETHER = 50;
/** Waiting deliveries of a receiver, with a margin. */
const MAX_OPEN = 300;

export async function openDeliveries(
  { sql: db }: UnitOfWork,
  target_id: string,
): Promise<readonly OpenDelivery[]> {
  const { rows } = await sql<OpenDelivery>`
    select d.id, d.status, d.mode, d.subject, d.due_at, d.message_id, d.attempts, d.created_at, n.title, n.body,
      n.priority, n.event_id, n.event_type, n.occurred_at
    from notification_deliveries d join notices n on n.id = d.notice_id
    where d.target_id = ${target_id}::uuid and d.status in ('waiting', 'sending')
    order by d.due_at, d.id limit ${MAX_OPEN}`.execute(db);
  return rows;
}

/**
 * The next message, oldest first: the one that was begun, as it was; else due deliveries. `together`: everything
 * due travels in one message, as after a time in which the receiver did not answer.
 */
export function nextBatch(
  open: readonly OpenDelivery[],
  now: Date,
  together: boolean,
): readonly OpenDelivery[] {
  const begun = open.filter(({ status }) => status === 'sending');
  if (begun.length > 0) return begun;
  const due = open.filter(({ due_at }) => Date.parse(due_at) <= now.getTime());
  const critical = due.find(({ priority, mode }) => priority === 'critical' && mode === 'single');
  const single = critical ?? due.find(({ mode }) => mode === 'single');
  if (single !== undefined && (!together || critical !== undefined || due.length === 1))
    return [single, ...heldOf(open, single.subject)].slice(0, MAX_TOGETHER);
  return due.slice(0, MAX_TOGETHER);
}

/** Counted in the next message of their subject, due or not. */
const heldOf = (open: readonly OpenDelivery[], subject: string): readonly OpenDelivery[] =>
  open.filter((each) => each.mode === 'held' && each.subject === subject);

/** When the receiver is to be looked at again; null: nothing waits. */
export function nextDue(open: readonly OpenDelivery[]): string | null {
  return open.reduce<string | null>(
    (first, { due_at }) => (first === null || due_at < first ? due_at : first),
    null,
  );
}
