import type { BodyOf, ReplyOf } from '@patchbay/client';

export type Provider = ReplyOf<'GET', '/auth/sso/providers/{provider_id}'>;
export type ProviderKind = Provider['kind'];
type NewProvider = BodyOf<'POST', '/auth/sso/providers'>;
type ProviderChange = BodyOf<'PATCH', '/auth/sso/providers/{provider_id}'>;
type Config = NewProvider['config'];
type Role = NonNullable<NewProvider['role_ceiling']>;

/** Roles that a provider may give. */
export const GRANTABLE_ROLES: readonly Role[] = [
  'org_admin',
  'admin',
  'site_admin',
  'operator',
  'viewer',
  'guest',
];
/** Choice of no role: only people whom the mapping names are let in. */
export const NO_ROLE = 'none';

export interface RoleRule {
  readonly value: string;
  readonly role: string;
}

/** Values of the form; settings under the names that refusals give them. */
export interface Values {
  readonly name: string;
  readonly slug: string;
  readonly kind: ProviderKind;
  readonly is_enabled: boolean;
  readonly role_ceiling: string;
  readonly default_role: string;
  readonly role_mapping: readonly RoleRule[];
  readonly just_in_time: boolean;
  readonly link_by_email: boolean;
  readonly allowed_email_domains: readonly string[];
  readonly 'config.issuer': string;
  readonly 'config.client_id': string;
  readonly 'config.client_secret': string;
  readonly 'config.scopes': readonly string[];
  readonly 'config.groups_claim': string;
  readonly 'config.email_claim': string;
  readonly 'config.username_claim': string;
  readonly 'config.url': string;
  readonly 'config.start_tls': boolean;
  readonly 'config.bind_dn': string;
  readonly 'config.bind_password': string;
  readonly 'config.base_dn': string;
  readonly 'config.user_filter': string;
  readonly 'config.group_attribute': string;
  readonly 'config.email_attribute': string;
  readonly 'config.username_attribute': string;
  readonly 'config.ca_certificate': string;
  readonly 'config.sso_url': string;
  readonly 'config.entity_id': string;
  readonly drops_secret: boolean;
}

export const NOTHING: Values = {
  name: '',
  slug: '',
  kind: 'oidc',
  is_enabled: true,
  role_ceiling: 'viewer',
  default_role: NO_ROLE,
  role_mapping: [],
  just_in_time: true,
  link_by_email: false,
  allowed_email_domains: [],
  'config.issuer': '',
  'config.client_id': '',
  'config.client_secret': '',
  'config.scopes': [],
  'config.groups_claim': '',
  'config.email_claim': '',
  'config.username_claim': '',
  'config.url': '',
  'config.start_tls': false,
  'config.bind_dn': '',
  'config.bind_password': '',
  'config.base_dn': '',
  'config.user_filter': '(uid={login})',
  'config.group_attribute': '',
  'config.email_attribute': '',
  'config.username_attribute': '',
  'config.ca_certificate': '',
  'config.sso_url': '',
  'config.entity_id': '',
  drops_secret: false,
};

/** A provider as a form: its secret is never answered, so its field is empty. */
export function valuesOf({ config, role_mapping, ...provider }: Provider): Values {
  return {
    ...NOTHING,
    name: provider.name,
    slug: provider.slug,
    kind: provider.kind,
    is_enabled: provider.is_enabled,
    role_ceiling: provider.role_ceiling,
    default_role: provider.default_role ?? NO_ROLE,
    role_mapping: role_mapping.map(({ claim_value, group, role }) => ({
      value: claim_value ?? group ?? '',
      role,
    })),
    just_in_time: provider.just_in_time,
    link_by_email: provider.link_by_email,
    allowed_email_domains: provider.allowed_email_domains ?? [],
    'config.issuer': config.issuer ?? '',
    'config.client_id': config.client_id ?? '',
    'config.scopes': config.scopes ?? [],
    'config.groups_claim': config.groups_claim ?? '',
    'config.email_claim': config.email_claim ?? '',
    'config.username_claim': config.username_claim ?? '',
    'config.url': config.url ?? '',
    'config.start_tls': config.start_tls ?? false,
    'config.bind_dn': config.bind_dn ?? '',
    'config.base_dn': config.base_dn ?? '',
    'config.user_filter': config.user_filter ?? '',
    'config.group_attribute': config.group_attribute ?? '',
    'config.email_attribute': config.email_attribute ?? '',
    'config.username_attribute': config.username_attribute ?? '',
    'config.ca_certificate': config.ca_certificate ?? '',
    'config.sso_url': config.sso_url ?? '',
    'config.entity_id': config.entity_id ?? '',
  };
}

const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const linesOf = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '');
const listOf = (lines: readonly string[]): string[] | null => {
  const given = linesOf(lines);
  return given.length === 0 ? null : given;
};

/** A secret that was typed; null takes the stored one away, nothing keeps it. */
const secretOf = (typed: string, isDropped: boolean): string | null | undefined =>
  typed === '' ? (isDropped ? null : undefined) : typed;

const CONFIGS: Readonly<Record<ProviderKind, (values: Values) => Config>> = {
  oidc: (values) => ({
    issuer: textOf(values['config.issuer']),
    client_id: textOf(values['config.client_id']),
    client_secret: secretOf(values['config.client_secret'], values.drops_secret),
    scopes: listOf(values['config.scopes']),
    groups_claim: textOf(values['config.groups_claim']),
    email_claim: textOf(values['config.email_claim']),
    username_claim: textOf(values['config.username_claim']),
  }),
  ldap: (values) => ({
    url: textOf(values['config.url']),
    start_tls: values['config.start_tls'] ? true : null,
    bind_dn: textOf(values['config.bind_dn']),
    bind_password: secretOf(values['config.bind_password'], values.drops_secret),
    base_dn: textOf(values['config.base_dn']),
    user_filter: textOf(values['config.user_filter']),
    group_attribute: textOf(values['config.group_attribute']),
    email_attribute: textOf(values['config.email_attribute']),
    username_attribute: textOf(values['config.username_attribute']),
    ca_certificate: textOf(values['config.ca_certificate']),
  }),
  saml: (values) => ({
    sso_url: textOf(values['config.sso_url']),
    entity_id: textOf(values['config.entity_id']),
  }),
};

const roleOf = (text: string): Role | null => GRANTABLE_ROLES.find((role) => role === text) ?? null;

/** As both creating and changing take it. */
function shared(values: Values) {
  return {
    name: values.name,
    is_enabled: values.is_enabled,
    role_ceiling: roleOf(values.role_ceiling) ?? 'viewer',
    default_role: roleOf(values.default_role),
    role_mapping: values.role_mapping
      .filter(({ value }) => value.trim() !== '')
      .map(({ value, role }) => ({ claim_value: value.trim(), role: roleOf(role) ?? 'viewer' })),
    just_in_time: values.just_in_time,
    link_by_email: values.kind === 'oidc' && values.link_by_email,
    allowed_email_domains: listOf(values.allowed_email_domains),
    config: CONFIGS[values.kind](values),
    ...(values.slug === '' ? {} : { slug: values.slug }),
  };
}

export const createBody = (values: Values): NewProvider => ({ ...shared(values), kind: values.kind });
export const changeBody = (values: Values): ProviderChange => shared(values);
