import type { ProviderKind, SettingName } from '../../schemas/providers.ts';

/** Settings of a kind of provider. */
export interface KindRule {
  readonly required: readonly SettingName[];
  readonly optional: readonly SettingName[];
  /** The platform's credential there; sealed, never answered. */
  readonly secret: 'client_secret' | 'bind_password' | null;
  /** A change of one of these needs the secret again: it follows no address. */
  readonly address: readonly SettingName[];
}

export const KIND_RULES: Readonly<Record<ProviderKind, KindRule>> = {
  oidc: {
    required: ['issuer', 'client_id'],
    optional: ['scopes', 'groups_claim', 'email_claim', 'username_claim'],
    secret: 'client_secret',
    address: ['issuer'],
  },
  ldap: {
    required: ['url', 'base_dn', 'user_filter'],
    optional: [
      'start_tls',
      'bind_dn',
      'group_attribute',
      'email_attribute',
      'username_attribute',
      'ca_certificate',
    ],
    secret: 'bind_password',
    address: ['url', 'start_tls', 'ca_certificate'],
  },
  saml: { required: ['sso_url', 'entity_id'], optional: [], secret: null, address: ['sso_url'] },
};
