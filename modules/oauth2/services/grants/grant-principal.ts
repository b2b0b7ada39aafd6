import type { Principal } from '@patchbay/kernel/permissions';
import type { UserAuthority } from '@patchbay/module-identity/contract';

/** The grant an application acts by. `token_id` null: while tokens are handed out. */
export interface GrantCredential {
  readonly grant_id: string;
  readonly token_id: string | null;
  readonly scopes: readonly string[];
}

/** An application acting for its user: never more than the user may now, and never beyond the granted scopes. */
export const grantPrincipal = (
  { user_id, organization_id, role, site_ids, token_version }: UserAuthority,
  { grant_id, token_id, scopes }: GrantCredential,
): Principal =>
  Object.freeze({
    kind: 'oauth2',
    user_id,
    organization_id,
    role,
    scopes,
    site_ids,
    key_id: null,
    session_id: null,
    token_version,
    grant: Object.freeze({ id: grant_id, token_id }),
  });
