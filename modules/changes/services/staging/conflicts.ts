import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { ChangeRow } from '../record/change-view.ts';

const MOST_PER_CHANGE = 20;

export type Conflicts = ReadonlyMap<string, readonly string[]>;

/** Other pending changes of the same objects, oldest first, 20 per change at most; one query for a whole page. */
export async function conflictsOf(work: UnitOfWork, rows: readonly ChangeRow[]): Promise<Conflicts> {
  const ids = rows
    .filter(({ status, operation }) => status === 'pending' && operation !== 'create')
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<{ id: string; conflicts: readonly string[] }>`
    select p.id, array(
      select o.id::text from pending_changes o
      where o.controller_id = p.controller_id and o.feature = p.feature and o.status = 'pending'
        and o.operation <> 'create' and coalesce(o.target_id, '') = coalesce(p.target_id, '') and o.id <> p.id
      order by o.created_at, o.id limit ${sql.lit(MOST_PER_CHANGE)}) as conflicts
    from pending_changes p where p.id = any(${ids}::uuid[])`.execute(work.sql);
  return new Map(found.map(({ id, conflicts }) => [id, conflicts]));
}
