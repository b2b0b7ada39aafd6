import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { EndedSync, SyncEnding } from '../../contract.ts';

export type SyncResult = Pick<EndedSync, 'status' | 'error'> &
  Partial<Pick<EndedSync, 'created' | 'updated' | 'unchanged' | 'missing'>>;

/** Ends syncs, each once, and lets those know who contribute to `SYNC_ENDINGS`. */
export class SyncEnds extends Service<{ endings: Contributions<SyncEnding> }> {
  /** A sync that ended already is left as it is. */
  async end(work: UnitOfWork, sync_id: string, result: SyncResult): Promise<void> {
    const sync = await work.sql
      .updateTable('controller_syncs as s')
      .from('controllers as c')
      .set({ ...result, finished_at: sql<string>`now()`, updated_at: sql<string>`now()` })
      .whereRef('c.id', '=', 's.controller_id')
      .where('s.id', '=', sync_id)
      .where('s.status', '=', 'running')
      .returning([
        's.id as sync_id',
        's.controller_id',
        'c.site_id',
        'c.vendor',
        'c.name',
        's.created',
        's.updated',
        's.unchanged',
        's.missing',
        's.error',
        's.finished_at',
      ])
      .executeTakeFirst();
    if (sync === undefined) return;
    const ended: EndedSync = { ...sync, status: result.status, finished_at: sync.finished_at ?? '' };
    for (const ending of this.parts.endings.values) ending.ended(work, ended);
  }
}
