import type { Secret } from '@patchbay/kernel/secrets';
import type { GrantableRole, ProviderConfig, ProviderKind, RoleRule } from '../../schemas/providers.ts';

/** An enabled provider as a sign-in needs it. */
export interface SignInProvider {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly kind: ProviderKind;
  readonly config: ProviderConfig;
  /** The client secret or the bind password. */
  readonly secret: Secret | null;
  readonly role_mapping: readonly RoleRule[];
  readonly default_role: GrantableRole | null;
  readonly role_ceiling: GrantableRole;
  readonly just_in_time: boolean;
  readonly link_by_email: boolean;
  readonly allowed_email_domains: readonly string[] | null;
  /** Cached parts of a provider belong to this revision of it. */
  readonly updated_at: string;
}

/** Identity that a provider asserts after a sign-in there. */
export interface AssertedIdentity {
  /** Scope of the subject: the OIDC issuer; names in directories are unique as they are. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Null: the provider does not say. */
  readonly email_verified: boolean | null;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly groups: readonly string[];
}
