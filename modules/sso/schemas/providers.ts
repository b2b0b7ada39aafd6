import { ROLE_NAMES, type RoleName } from '@patchbay/kernel/permissions';
import { Nullable } from '@patchbay/kernel/schema';
import { Slug } from '@patchbay/module-identity/contract';
import Type, { type Static, type TSchema } from 'typebox';

/** No provider stands for a super administrator. */
export type GrantableRole = Exclude<RoleName, 'super_admin'>;
const GRANTABLE = ROLE_NAMES.filter((role): role is GrantableRole => role !== 'super_admin');
const Role = Type.Enum(GRANTABLE, { examples: ['viewer'] });

export const PROVIDER_KINDS = ['oidc', 'ldap', 'saml'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

const line = (maxLength: number, more: object = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{C}]+$', ...more });
const attribute = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9;.-]{0,99}$', description });
const setting = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** Settings of each kind stand in `provider-kinds.ts`; null removes one. */
const settings = {
  issuer: setting(
    Type.String({
      maxLength: 500,
      pattern: '^https?://[^\\s?#@]+$',
      description: 'oidc: exactly as the provider names itself',
      examples: ['https://login.example.com'],
    }),
  ),
  client_id: setting(line(255, { description: 'oidc' })),
  client_secret: setting(line(1_024, { description: 'oidc: never answered; absent for a public client' })),
  scopes: setting(
    Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}$' }), {
      maxItems: 20,
      description: 'oidc: beside openid; default profile and email',
    }),
  ),
  groups_claim: setting(
    line(200, { description: 'oidc: claim that the role mapping reads; default groups' }),
  ),
  email_claim: setting(line(200, { description: 'oidc: default email; only that one can be verified' })),
  username_claim: setting(line(200, { description: 'oidc: default preferred_username' })),
  url: setting(
    Type.String({
      maxLength: 300,
      pattern: '^ldaps?://(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?/?$',
      description: 'ldap: ldap:// or ldaps://, host and port',
      examples: ['ldaps://directory.example.com'],
    }),
  ),
  start_tls: setting(Type.Boolean({ description: 'ldap: go over to TLS before anything is said' })),
  bind_dn: setting(line(1_000, { description: 'ldap: the searching user; anonymous without it' })),
  bind_password: setting(line(1_024, { description: 'ldap: never answered' })),
  base_dn: setting(line(1_000, { description: 'ldap: where people are searched for' })),
  user_filter: setting(
    line(1_000, { description: 'ldap: with {login} where the login stands', examples: ['(uid={login})'] }),
  ),
  group_attribute: setting(attribute('ldap: attribute that the role mapping reads; default memberOf')),
  email_attribute: setting(attribute('ldap: default mail')),
  username_attribute: setting(attribute('ldap: default uid')),
  ca_certificate: setting(
    Type.String({ maxLength: 50_000, description: 'ldap: PEM of the authority that is trusted here' }),
  ),
  sso_url: setting(
    Type.String({ maxLength: 1_000, pattern: '^https?://[^\\s#@]+$', description: 'saml: where logins go' }),
  ),
  entity_id: setting(line(1_000, { description: 'saml: how the platform names itself there' })),
};

/** The two shortest needs of any kind are two settings. */
const NewConfig = Type.Object(settings, { minProperties: 2 });
const ChangedConfig = Type.Object(settings);
export type ConfigInput = Readonly<Static<typeof ChangedConfig>>;
export type SettingName = keyof ConfigInput;

/** Stored settings of a config: those with a value, without the secret. */
export type ProviderConfig = {
  readonly [K in SettingName]?: Exclude<ConfigInput[K], null | undefined>;
};

const word = line(500);
export const RoleRule = Type.Object(
  {
    claim_value: Type.Optional(word),
    group: Type.Optional(word),
    role: Role,
  },
  { description: 'claim_value and group are the same: a value that the provider gives' },
);
export type RoleRule = Readonly<Static<typeof RoleRule>>;

const rules = {
  is_enabled: Type.Optional(Type.Boolean()),
  role_mapping: Type.Optional(
    Type.Array(RoleRule, {
      maxItems: 200,
      description: 'the highest role that fits is given',
      examples: [[{ claim_value: 'network-team', role: 'viewer' }]],
    }),
  ),
  default_role: Type.Optional(Nullable(Role)),
  just_in_time: Type.Optional(Type.Boolean({ description: 'users are made at their first sign-in' })),
  link_by_email: Type.Optional(
    Type.Boolean({
      description: 'oidc: users who exist are recognised by an e-mail address that the provider verified',
      examples: [false],
    }),
  ),
  allowed_email_domains: Type.Optional(
    Nullable(
      Type.Array(Type.String({ format: 'hostname', maxLength: 253 }), {
        minItems: 1,
        maxItems: 50,
        description: 'null: any',
      }),
    ),
  ),
};

export const ProviderInput = Type.Object({
  name: line(200),
  slug: Type.Optional(Slug),
  kind: Type.Enum([...PROVIDER_KINDS]),
  config: NewConfig,
  role_ceiling: Type.Optional(
    Type.Enum(GRANTABLE, { examples: ['viewer'], description: 'default viewer; below your own role' }),
  ),
  ...rules,
});
export type ProviderInput = Readonly<Static<typeof ProviderInput>>;

export const ProviderPatch = Type.Object({
  name: Type.Optional(line(200)),
  slug: Type.Optional(Slug),
  config: Type.Optional(ChangedConfig),
  role_ceiling: Type.Optional(Role),
  ...rules,
});
export type ProviderPatch = Readonly<Static<typeof ProviderPatch>>;

const shown = Type.Optional(Type.String());
const ShownConfig = Type.Object({
  issuer: shown,
  client_id: shown,
  client_secret_set: Type.Optional(Type.Boolean()),
  scopes: Type.Optional(Type.Array(Type.String())),
  groups_claim: shown,
  email_claim: shown,
  username_claim: shown,
  url: shown,
  start_tls: Type.Optional(Type.Boolean()),
  bind_dn: shown,
  bind_password_set: Type.Optional(Type.Boolean()),
  base_dn: shown,
  user_filter: shown,
  group_attribute: shown,
  email_attribute: shown,
  username_attribute: shown,
  ca_certificate: shown,
  sso_url: shown,
  entity_id: shown,
});

export const ProviderSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  organization_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  slug: Type.String(),
  kind: Type.Enum([...PROVIDER_KINDS]),
  is_enabled: Type.Boolean(),
  config: ShownConfig,
  role_mapping: Type.Array(RoleRule),
  default_role: Nullable(Type.String()),
  role_ceiling: Type.String(),
  just_in_time: Type.Boolean(),
  link_by_email: Type.Boolean(),
  allowed_email_domains: Nullable(Type.Array(Type.String())),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ProviderView = Readonly<Static<typeof ProviderSchema>>;

export const TestReply = Type.Object({ ok: Type.Boolean(), message: Type.String() });
