import type { Unit } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { actingIn, actingUsers } from '@patchbay/module-identity/contract';

/** On whose authority events leave, and the ceiling of the key it was given with. */
export interface Authorship {
  readonly author_id: string;
  readonly author_scopes: readonly string[] | null;
}

/**
 * Author as a principal, read in the caller's transaction and never kept (RULES R7). Null for an author who is gone,
 * disabled or at home in another organization.
 */
export async function authorNow(
  { sql: db, organization_id }: Unit,
  { author_id, author_scopes }: Authorship,
): Promise<Principal | null> {
  const users = await actingUsers(db, [author_id]);
  const user = actingIn(users.get(author_id), organization_id);
  if (user === null || author_scopes === null) return user;
  return { ...user, kind: 'api_key', scopes: author_scopes };
}

/** Author of a subscription: the user who says where its events go. Null for the system, which is no author. */
export const authorshipOf = ({
  user_id,
  scopes,
}: Principal): { author_id: string; author_scopes: string[] | null } | null =>
  user_id === null ? null : { author_id: user_id, author_scopes: scopes === null ? null : [...scopes] };
