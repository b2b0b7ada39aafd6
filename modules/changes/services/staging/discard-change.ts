import { type Database, sql } from '@patchbay/kernel/database';
import { authorize, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { alreadyRunning, notPending, unacknowledged } from '../../errors/index.ts';
import { isOpen } from '../applying/apply-checks.ts';
import { lockChange } from '../applying/attempt-ledger.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from './feature-index.ts';

export interface DiscardingDeps {
  readonly database: Database;
  readonly permissions: PermissionMap;
  readonly features: Pick<FeatureIndex, 'needsOn'>;
}

/**
 * Discards a pending change; nothing is pushed (SPEC 3.1). Works with the gate closed and the module off. Needs
 * every permission of the write.
 */
export function discardChange(
  { database, permissions, features }: DiscardingDeps,
  principal: Principal,
  id: string,
  { force }: { readonly force: boolean },
): Promise<ChangeRow> {
  return database.write(principal, async (work) => {
    const change = await lockChange(work, id);
    for (const permission of features.needsOn(change).permissions)
      authorize(permissions, principal, { permission });
    if (change.status !== 'pending') throw notPending();
    if (isOpen(change)) throw alreadyRunning();
    if (change.last_outcome === 'unknown' && !force) throw unacknowledged();
    const now = sql<string>`now()`;
    const detail = { feature: change.feature, force };
    work.audit.record({ action: 'changes.discard', target_type: 'change', target_id: id, detail });
    return work.sql
      .updateTable('pending_changes')
      .set({ status: 'discarded', discarded_at: now, discarded_by: principal.user_id, updated_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
