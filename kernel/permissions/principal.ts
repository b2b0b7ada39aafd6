import type { RoleName } from './roles.ts';

/**
 * Who acts, as read from the database for this request. `scopes` null means unscoped;
 * `site_ids` null means every site of the organization (SPEC 1.2, 5).
 */
export interface Principal {
  readonly kind: 'user' | 'api_key' | 'system';
  /** User the effect is attributed to; null only for the system itself. */
  readonly user_id: string | null;
  readonly organization_id: string;
  readonly role: RoleName;
  readonly scopes: readonly string[] | null;
  readonly site_ids: readonly string[] | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
  readonly token_version: number;
}

/** A key with scopes is held to them: the role's implicit grants do not apply (SPEC 5.6). */
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
