import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { UserAuthority } from './authority.ts';

/** SQL function `(user uuid, session uuid | null)`: authority of a user, read in the caller's own transaction. */
export const AUTHORITY_FUNCTION = 'identity_authority';

/**
 * Users as principals without a session, by user id, read in the caller's transaction at the moment of effect and
 * never kept (RULES R7). Users who are gone or disabled are absent.
 */
export async function actingUsers(
  db: Kysely<Tables>,
  user_ids: readonly string[],
): Promise<ReadonlyMap<string, Principal>> {
  if (user_ids.length === 0) return new Map();
  const { rows } = await sql<UserAuthority>`
    select a.user_id, b.organization_id, b.role, b.token_version, b.site_ids
    from unnest(${[...new Set(user_ids)]}::uuid[]) as a(user_id),
      lateral ${sql.raw(AUTHORITY_FUNCTION)}(a.user_id, null) b
    where b.is_active`.execute(db);
  return new Map(rows.map((row) => [row.user_id, principalOf(row)]));
}

/** A user as a principal without a session: acts for itself, within nothing but its own authority. */
export const principalOf = (user: UserAuthority): Principal =>
  Object.freeze({ ...systemPrincipal(user.organization_id), ...user, kind: 'user' });

/** A user acts in the organization that holds the account; null elsewhere, and for a user who is absent. */
export const actingIn = (user: Principal | undefined, organization_id: string): Principal | null =>
  user?.organization_id === organization_id ? user : null;
