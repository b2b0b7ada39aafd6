import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { ChangeRow } from '../record/change-view.ts';

const MAX_PER_CHANGE = 20;

export type Conflicts = ReadonlyMap<string, readonly string[]>;

/** Ids of other pending changes of the object that a row of `pending_changes` is about, oldest first, 20 at most. */
export const conflictsOfRow = sql<readonly string[]>`array(
  select o.id::text from pending_changes o
  where o.controller_id = pending_changes.controller_id and o.feature = pending_changes.feature
    and o.status = 'pending' and pending_changes.operation <> 'create' and o.operation <> 'create'
    and coalesce(o.target_id, '') = coalesce(pending_changes.target_id, '') and o.id <> pending_changes.id
  order by o.created_at, o.id limit ${sql.lit(MAX_PER_CHANGE)})`;

/** The conflicts of a whole page of changes in one query. */
export async function conflictsOf(work: UnitOfWork, rows: readonly ChangeRow[]): Promise<Conflicts> {
  const ids = rows
    .filter(({ status, operation }) => status === 'pending' && operation !== 'create')
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<{ id: string; conflicts: readonly string[] }>`
    select id, ${conflictsOfRow} as conflicts from pending_changes where id = any(${ids}::uuid[])`.execute(
    work.sql,
  );
  return new Map(found.map(({ id, conflicts }) => [id, conflicts]));
}
