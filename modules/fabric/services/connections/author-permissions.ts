import { sql, type Unit } from '@patchbay/kernel/database';
import { AUTHORITY_FUNCTION } from '@patchbay/module-identity/contract';
import { type Finding, FORBIDDEN, fault } from '@patchbay/runs';

/**
 * Finds acts at other sites that a user held to sites may not do there, but would set in motion through an
 * author; an author who is gone does nothing.
 */
export async function permissionFindings(
  { sql: db, principal: { site_ids } }: Unit,
  author_id: string,
  field: string,
): Promise<Finding[]> {
  if (site_ids === null) return [];
  const { rows } = await sql<{ readonly reached: readonly string[] | null }>`
    select site_ids as reached from ${sql.raw(AUTHORITY_FUNCTION)}(${author_id}::uuid, null)`.execute(db);
  const isWithin = rows.every(({ reached }) => reached?.every((id) => site_ids.includes(id)) === true);
  return isWithin ? [] : [fault(field, FORBIDDEN, 'their author reaches sites that you do not')];
}
