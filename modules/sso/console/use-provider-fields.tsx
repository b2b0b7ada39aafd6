import { type FormField, rolesBelow, useRoleName, useSession, useTexts, words } from '@patchbay/console-kit';
import { GRANTABLE_ROLES, NO_ROLE, type ProviderKind, type Values } from './provider-values.ts';
import { RoleMappingField } from './role-mapping-field.tsx';
import { texts } from './texts.ts';

type Field = FormField<Values>;

const only = (kind: ProviderKind) => ({ isShown: (values: Values) => values.kind === kind });

/** Fields of a provider; the kind is chosen once, and a stored secret can be kept or taken away. */
export function useProviderFields(isNew: boolean, hasSecret: boolean): readonly Field[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const settings = useSettings(hasSecret);
  const admission = useAdmission();
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'text', key: 'slug', label: t.slug, hint: t.slug_hint },
    {
      kind: 'radio',
      key: 'kind',
      label: t.kind,
      choices: [
        { value: 'oidc', label: t.oidc },
        { value: 'ldap', label: t.ldap },
      ],
      isShown: () => isNew,
    },
    ...settings,
    ...admission,
    { kind: 'switch', key: 'is_enabled', label: t.enabled },
  ];
}

function useSettings(hasSecret: boolean): readonly Field[] {
  const t = useTexts(texts);
  const [oidc, ldap, saml] = [only('oidc'), only('ldap'), only('saml')];
  const kept = hasSecret ? { hint: t.secret_kept } : {};
  const by = (word: string) => ({ hint: t.default_word(word) });
  return [
    { kind: 'url', key: 'config.issuer', label: t.issuer, hint: t.issuer_hint, isRequired: true, ...oidc },
    { kind: 'text', key: 'config.client_id', label: t.client_id, isRequired: true, ...oidc },
    { kind: 'password', key: 'config.client_secret', label: t.client_secret, ...kept, ...oidc },
    { kind: 'list', key: 'config.scopes', label: t.scopes, hint: t.scopes_hint, ...oidc },
    { kind: 'text', key: 'config.groups_claim', label: t.groups_claim, ...by('groups'), ...oidc },
    { kind: 'text', key: 'config.email_claim', label: t.email_claim, ...by('email'), ...oidc },
    {
      kind: 'text',
      key: 'config.username_claim',
      label: t.username_claim,
      ...by('preferred_username'),
      ...oidc,
    },
    { kind: 'text', key: 'config.url', label: t.url, hint: t.url_hint, isRequired: true, ...ldap },
    { kind: 'switch', key: 'config.start_tls', label: t.start_tls, hint: t.start_tls_hint, ...ldap },
    {
      kind: 'mono',
      key: 'config.ca_certificate',
      label: t.ca_certificate,
      hint: t.ca_certificate_hint,
      ...ldap,
    },
    { kind: 'text', key: 'config.bind_dn', label: t.bind_dn, hint: t.bind_dn_hint, ...ldap },
    { kind: 'password', key: 'config.bind_password', label: t.bind_password, ...kept, ...ldap },
    { kind: 'text', key: 'config.base_dn', label: t.base_dn, isRequired: true, ...ldap },
    {
      kind: 'text',
      key: 'config.user_filter',
      label: t.user_filter,
      hint: t.user_filter_hint,
      isRequired: true,
      ...ldap,
    },
    { kind: 'text', key: 'config.group_attribute', label: t.group_attribute, ...by('memberOf'), ...ldap },
    { kind: 'text', key: 'config.email_attribute', label: t.email_attribute, ...by('mail'), ...ldap },
    { kind: 'text', key: 'config.username_attribute', label: t.username_attribute, ...by('uid'), ...ldap },
    { kind: 'url', key: 'config.sso_url', label: t.sso_url, isRequired: true, ...saml },
    { kind: 'text', key: 'config.entity_id', label: t.entity_id, isRequired: true, ...saml },
    { kind: 'switch', key: 'drops_secret', label: t.drops_secret, isShown: () => hasSecret },
  ];
}

/** Roles up to this one. */
const upTo = (ceiling: string): readonly string[] => [ceiling, ...rolesBelow(ceiling)];

function useAdmission(): readonly Field[] {
  const t = useTexts(texts);
  const roleName = useRoleName();
  const { me } = useSession();
  const named = (roles: readonly string[]) => roles.map((value) => ({ value, label: roleName(value) }));
  const ceilings = rolesBelow(me.role).filter((role) => GRANTABLE_ROLES.some((each) => each === role));
  return [
    { kind: 'choice', key: 'role_ceiling', label: t.ceiling, hint: t.ceiling_hint, choices: named(ceilings) },
    {
      kind: 'custom',
      key: 'role_mapping',
      label: t.mapping,
      control: ({ values, set, error }) => (
        <RoleMappingField
          rules={values.role_mapping}
          roles={upTo(values.role_ceiling)}
          error={error}
          onChange={set}
        />
      ),
    },
    {
      kind: 'choice',
      key: 'default_role',
      label: t.default_role,
      hint: t.default_role_hint,
      choices: [{ value: NO_ROLE, label: t.no_role }, ...named(ceilings)],
    },
    { kind: 'switch', key: 'just_in_time', label: t.just_in_time },
    { kind: 'switch', key: 'link_by_email', label: t.link, hint: t.link_hint, ...only('oidc') },
    { kind: 'list', key: 'allowed_email_domains', label: t.domains, hint: t.domains_hint },
  ];
}
