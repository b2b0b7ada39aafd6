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
  /** Whatever is kept of a provider is kept for this revision of it. */
  readonly updated_at: string;
}

/** What a provider says of somebody who signed in there. */
export interface AssertedIdentity {
  /** Where the subject means something: the OIDC issuer; names in directories are unique as they are. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Null: the provider does not say. */
  readonly email_verified: boolean | null;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly groups: readonly string[];
}
