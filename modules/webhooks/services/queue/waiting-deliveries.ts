import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { DeliveryKind } from '../../entities/webhook-delivery.ts';
import { type LockedQueue, lanesOf } from './locked-queue.ts';

/** A delivery that has not ended. */
export interface WaitingDelivery {
  readonly id: string;
  readonly kind: DeliveryKind;
  readonly event_id: string | null;
  readonly event_type: string;
  readonly sequence: number | null;
  readonly aside: boolean;
  readonly attempts: number;
  readonly first_attempt_at: string | null;
  readonly next_attempt_at: string;
  readonly created_at: string;
}

export interface WaitingOf {
  /** The first in order, as many as may be under way at once. */
  readonly heads: readonly WaitingDelivery[];
  /** The first beside the order, by the time of their next try. */
  readonly asides: readonly WaitingDelivery[];
}

const MAX_ASIDE_AT_ONCE = 8;
export const waitingColumns = sql.raw(
  'id, kind, event_id, event_type, sequence, aside, attempts, first_attempt_at, next_attempt_at, created_at',
);

/** Waiting deliveries of the subscription; while it is switched off, only those requested by hand. */
export async function waitingOf({ sql: db }: UnitOfWork, queue: LockedQueue): Promise<WaitingOf> {
  const lanes = queue.is_enabled ? lanesOf(queue) : 0;
  const { rows } = await sql<WaitingDelivery>`
    (select ${waitingColumns} from webhook_deliveries
      where subscription_id = ${queue.id}::uuid and status = 'waiting' and not aside
      order by event_cursor limit ${lanes})
    union all
    (select ${waitingColumns} from webhook_deliveries
      where subscription_id = ${queue.id}::uuid and status = 'waiting' and aside
      order by next_attempt_at, id limit ${MAX_ASIDE_AT_ONCE})`.execute(db);
  return { heads: rows.filter(({ aside }) => !aside), asides: rows.filter(({ aside }) => aside) };
}
