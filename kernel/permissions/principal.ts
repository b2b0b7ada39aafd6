import type { RoleName } from './roles.ts';

/**
 * The acting user, key or system, as read from the database for this request. `scopes` null means unscoped;
 * `site_ids` null means every site of the organization (SPEC 1.2, 5).
 */
export interface Principal {
  /** `oauth2`: a third-party application that a user lets act for it, within `scopes` (DECISIONS 17). */
  readonly kind: 'user' | 'api_key' | 'oauth2' | 'system';
  /** User the effect is attributed to; null only for the system itself. */
  readonly user_id: string | null;
  readonly organization_id: string;
  readonly role: RoleName;
  readonly scopes: readonly string[] | null;
  readonly site_ids: readonly string[] | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
  readonly token_version: number;
  /** Of an `oauth2` principal: the user's grant, and the access token in use. */
  readonly grant?: { readonly id: string; readonly token_id: string | null };
}

/** A key or an application with scopes is held to them: the role's implicit grants do not apply (SPEC 5.6). */
export const isScoped = (principal: Principal): boolean => principal.scopes !== null;

/** The system acting for one organization: jobs, relay, executor housekeeping. */
export const systemPrincipal = (organization_id: string): Principal =>
  Object.freeze({
    kind: 'system',
    user_id: null,
    organization_id,
    role: 'super_admin',
    scopes: null,
    site_ids: null,
    key_id: null,
    session_id: null,
    token_version: 0,
  });
