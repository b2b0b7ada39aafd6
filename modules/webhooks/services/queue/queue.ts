import { sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import type { DeliveryKind } from '../../entities/webhook-delivery.ts';

const IN_ORDER: readonly DeliveryKind[] = ['event', 'replay'];

/** The newest event of the unit's organization. */
export async function headOf({ sql: db, organization_id }: Unit): Promise<number> {
  const { rows } = await sql<{ cursor: number }>`
    select cursor from event_log where organization_id = ${organization_id}::uuid and cursor is not null
    order by cursor desc limit 1`.execute(db);
  return rows[0]?.cursor ?? 0;
}

/** The subscription begins, or begins again, with what happens from now on; its numbers go on. */
export async function startAtHead(unit: UnitOfWork, id: string): Promise<void> {
  const head = await headOf(unit);
  await unit.sql
    .insertInto('webhook_queues')
    .values({
      id,
      organization_id: unit.organization_id,
      position: head,
      begins_at: sql<string>`clock_timestamp()`,
      wanted_to: head,
      replay_to: 0,
      last_sequence: 0,
      blocked: false,
      is_slow: false,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        position: head,
        begins_at: sql<string>`clock_timestamp()`,
        wanted_to: head,
        blocked: false,
        failing_since: null,
        updated_at: sql<string>`clock_timestamp()`,
      }),
    )
    .execute();
}

/** There is something to do for the subscription at once. */
export async function makeDue({ sql: db }: UnitOfWork, id: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('webhook_queues')
    .set({ due_at: sql<string>`least(coalesce(due_at, ${at}::timestamptz), ${at}::timestamptz)` })
    .where('id', '=', id)
    .execute();
}

/** Ends waiting deliveries, with a reason; one under way at this moment still records its end. */
export async function cancelWaiting(
  { sql: db }: UnitOfWork,
  subscription_id: string,
  reason: string,
  which: 'in_order' | 'all',
): Promise<void> {
  // The queue first, as in deliveries: otherwise both could wait for rows of the other.
  await sql`select from webhook_queues where id = ${subscription_id}::uuid for no key update`.execute(db);
  let waiting = db
    .updateTable('webhook_deliveries')
    .set({
      status: 'cancelled',
      reason,
      next_attempt_at: null,
      finished_at: sql<string>`clock_timestamp()`,
      updated_at: sql<string>`clock_timestamp()`,
    })
    .where('subscription_id', '=', subscription_id)
    .where('status', '=', 'waiting');
  if (which === 'in_order') waiting = waiting.where('kind', 'in', IN_ORDER);
  await waiting.execute();
}
