import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import type { Harness } from '@patchbay/test/harness';
import { DeliveryWorker } from '../../services/delivery/delivery-worker.ts';

const behindExemption = exempt('notifications.tests', 'a test looks behind the curtain');

/** Runs a statement that sees every organization. */
export const behind = (harness: Harness, statement: ReturnType<typeof sql>) =>
  harness.get(DATABASE).asSystem(behindExemption, (db) => statement.execute(db));

/** Lets pauses pass; once more while something is still being written down. */
export async function makeDue(harness: Harness): Promise<void> {
  await behind(
    harness,
    sql`update notification_deliveries set due_at = now() where status in ('waiting', 'sending')`,
  );
  await behind(
    harness,
    sql`update notification_targets set next_due_at = now() where next_due_at is not null`,
  );
  harness.get(DeliveryWorker).wake();
}

/** Count of deliveries that have not ended. */
export async function open(harness: Harness): Promise<number> {
  const { rows } = await behind(
    harness,
    sql`select 1 from notification_deliveries where status in ('waiting', 'sending')`,
  );
  return rows.length;
}
