import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import type { ChangeRow } from '../record/change-view.ts';
import { movedSince } from './approval-tally.ts';

/**
 * Approvals given on another live value fall for good: that it came back afterwards does not say that nothing
 * happened in between. Call it wherever a live value is kept.
 */
export async function voidVotes(
  work: UnitOfWork,
  feature: StagedFeature,
  change: ChangeRow,
  live: VendorValue | null,
): Promise<void> {
  const counting = await work.sql
    .selectFrom('change_votes')
    .selectAll()
    .where('change_id', '=', change.id)
    .where('decision', '=', 'approve')
    .where('fallen', 'is', null)
    .execute();
  const fallen = counting.filter((vote) => movedSince(feature, change, vote, live)).map(({ id }) => id);
  if (fallen.length === 0) return;
  await work.sql
    .updateTable('change_votes')
    .set({ fallen: 'live_moved', updated_at: sql<string>`now()` })
    .where('id', 'in', fallen)
    .execute();
  work.audit.record({
    action: 'changes.approvals.fall',
    target_type: 'change',
    target_id: change.id,
    detail: { votes: fallen.length, why: 'live_moved' },
  });
}
