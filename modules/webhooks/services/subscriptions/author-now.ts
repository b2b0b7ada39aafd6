import { sql, type Unit } from '@patchbay/kernel/database';
import { type Principal, type RoleName, systemPrincipal } from '@patchbay/kernel/permissions';
import { AUTHORITY_FUNCTION } from '@patchbay/module-identity/contract';

/** On whose authority events leave, and the ceiling of the key it was given with. */
export interface Authorship {
  readonly author_id: string;
  readonly author_scopes: readonly string[] | null;
}

interface AuthorityRow {
  readonly organization_id: string;
  readonly role: RoleName;
  readonly is_active: boolean;
  readonly token_version: number;
  readonly site_ids: readonly string[] | null;
}

/**
 * What the author may do now, read in the caller's transaction and never remembered (RULES R7). Null for one who
 * is gone, disabled or at home in another organization.
 */
export async function authorNow(
  { sql: db, organization_id }: Unit,
  { author_id, author_scopes }: Authorship,
): Promise<Principal | null> {
  const { rows } = await sql<AuthorityRow>`
    select organization_id, role, is_active, token_version, site_ids
    from ${sql.raw(AUTHORITY_FUNCTION)}(${author_id}::uuid, null)`.execute(db);
  const [row] = rows;
  if (row === undefined || !row.is_active || row.organization_id !== organization_id) return null;
  const { is_active, ...authority } = row;
  return {
    ...systemPrincipal(organization_id),
    ...authority,
    kind: author_scopes === null ? 'user' : 'api_key',
    user_id: author_id,
    scopes: author_scopes,
  };
}

/** Whoever says where events go answers for them; a system does not. Null: nobody can be named. */
export const authorshipOf = ({
  user_id,
  scopes,
}: Principal): { author_id: string; author_scopes: string[] | null } | null =>
  user_id === null ? null : { author_id: user_id, author_scopes: scopes === null ? null : [...scopes] };
