import type { Principal } from '@patchbay/kernel/permissions';
import type { UserAuthority } from '@patchbay/module-identity/contract';

/** Fields of a key that make its principal. */
export interface ActingKey {
  readonly id: string;
  readonly user_id: string;
  readonly scopes: readonly string[] | null;
}

/** A key acts as its user may right now, held to its scopes (SPEC 5.6). */
export const keyPrincipal = (
  { id, user_id, scopes }: ActingKey,
  { organization_id, role, token_version, site_ids }: UserAuthority,
): Principal =>
  Object.freeze({
    kind: 'api_key',
    user_id,
    organization_id,
    role,
    scopes,
    site_ids,
    key_id: id,
    session_id: null,
    token_version,
  });
