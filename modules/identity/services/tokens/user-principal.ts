import type { Principal } from '@patchbay/kernel/permissions';
import type { UserAuthority } from '../../contract.ts';

/** An unscoped principal of a user; `session_id` null while signing in. */
export const userPrincipal = (authority: UserAuthority, session_id: string | null): Principal =>
  Object.freeze({
    kind: 'user',
    user_id: authority.user_id,
    organization_id: authority.organization_id,
    role: authority.role,
    scopes: null,
    site_ids: authority.site_ids,
    key_id: null,
    session_id,
    token_version: authority.token_version,
  });
