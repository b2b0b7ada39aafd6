import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { publishFinished } from './set-events.ts';
import { itemsOf, type SetRow } from './set-rows.ts';

/**
 * Ends a set for good: remaining items get the reason, and their changes are free for another set. A change that
 * is being pushed right now gets its outcome when it is known.
 */
export async function endSet(
  work: UnitOfWork,
  set: SetRow,
  status: 'finished' | 'stopped' | 'cancelled',
  reason: string | null,
): Promise<void> {
  const now = sql<string>`clock_timestamp()`;
  await work.sql
    .updateTable('change_set_items')
    .set({ outcome: 'not_run', error: reason, error_type: status, finished_at: now, updated_at: now })
    .where('set_id', '=', set.id)
    .where('outcome', '=', 'pending')
    .execute();
  await work.sql
    .updateTable('change_set_items')
    .set({ is_open: false })
    .where('set_id', '=', set.id)
    .where('outcome', '<>', 'applying')
    .execute();
  const ended = await work.sql
    .updateTable('change_sets')
    .set({ status, reason, finished_at: now, updated_at: now })
    .where('id', '=', set.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  publishFinished(work, ended, await itemsOf(work, set.id));
}
