import { X509Certificate } from 'node:crypto';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { ConfigInput, ProviderConfig, ProviderKind, SettingName } from '../../schemas/providers.ts';
import type { SignInProvider } from '../admission/sign-in-provider.ts';
import type { PlainHosts } from '../oidc/plain-hosts.ts';
import { KIND_RULES } from './provider-kinds.ts';
import { isAbove, wantedValue } from './role-rules.ts';

const detail = (field: string, message: string, type: string): ErrorDetail => ({ field, message, type });
const refuse = (details: readonly ErrorDetail[]): void => {
  if (details.length > 0) throw validationFailed({ details });
};

/** Merges sent settings over stored ones: null removes a setting, the secret is kept elsewhere. */
export function mergedConfig(
  kind: ProviderKind,
  before: ProviderConfig,
  change: ConfigInput,
): ProviderConfig {
  const { secret } = KIND_RULES[kind];
  const entries = Object.entries({ ...before, ...change }).filter(
    ([name, value]) => value !== null && value !== undefined && name !== secret,
  );
  return Object.fromEntries(entries) as ProviderConfig;
}

/** Throws `kernel.validation_failed` unless the settings are exactly what the kind takes, and can be used. */
export async function checkConfig(
  kind: ProviderKind,
  config: ProviderConfig,
  plain: PlainHosts,
): Promise<void> {
  const { required, optional } = KIND_RULES[kind];
  const known: readonly string[] = [...required, ...optional];
  const missing = required.filter((name) => config[name] === undefined);
  const strange = Object.keys(config).filter((name) => !known.includes(name));
  refuse([
    ...missing.map((name) => detail(`config.${name}`, 'is required', 'required')),
    ...strange.map((name) => detail(`config.${name}`, `is not known to ${kind}`, 'additional_property')),
  ]);
  refuse(await FAULTS[kind](config, plain));
}

const FAULTS: Readonly<
  Record<ProviderKind, (config: ProviderConfig, plain: PlainHosts) => Promise<readonly ErrorDetail[]>>
> = {
  oidc: async ({ issuer = '' }, plain) => [
    ...webFaults('issuer', issuer, plain),
    ...(issuer.includes('/.well-known/')
      ? [detail('config.issuer', 'is the issuer, not its discovery document', 'format')]
      : []),
  ],
  ldap: async (config, plain) => [...(await directoryFaults(config, plain)), ...certificateFaults(config)],
  saml: async ({ sso_url = '' }, plain) => webFaults('sso_url', sso_url, plain),
};

function webFaults(name: SettingName, text: string, plain: PlainHosts): readonly ErrorDetail[] {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '')
    return [detail(`config.${name}`, 'is no web address', 'format')];
  if (url.protocol === 'https:' || plain.allowsHttp(url)) return [];
  return [detail(`config.${name}`, 'must begin with https://', 'format')];
}

async function directoryFaults(config: ProviderConfig, plain: PlainHosts): Promise<readonly ErrorDetail[]> {
  const { filterFault } = await import('../ldap/ldap-filter.ts');
  const { url = '', user_filter = '', start_tls = false } = config;
  const parsed = URL.parse(url);
  const fault = filterFault(user_filter);
  return [
    ...(parsed === null || parsed.port === '0' ? [detail('config.url', 'is no address', 'format')] : []),
    ...(fault === null ? [] : [detail('config.user_filter', fault, 'format')]),
    ...(start_tls && parsed?.protocol === 'ldaps:'
      ? [detail('config.start_tls', 'an ldaps:// address is TLS already', 'conflict')]
      : []),
    ...(parsed?.protocol === 'ldap:' && !start_tls && !plain.allowsPlainLdap
      ? [detail('config.start_tls', 'passwords travel over TLS only', 'required')]
      : []),
  ];
}

function certificateFaults({ ca_certificate }: ProviderConfig): readonly ErrorDetail[] {
  if (ca_certificate === undefined) return [];
  try {
    new X509Certificate(ca_certificate);
    return [];
  } catch {
    return [detail('config.ca_certificate', 'is no certificate in PEM', 'format')];
  }
}

type Rules = Pick<
  SignInProvider,
  'kind' | 'role_mapping' | 'default_role' | 'role_ceiling' | 'link_by_email'
>;

/** Throws `kernel.validation_failed` for a mapping above the ceiling, or one that can never fit. */
export function checkRules({ kind, role_mapping, default_role, role_ceiling, link_by_email }: Rules): void {
  const above = (role: Rules['role_ceiling']): boolean => isAbove(role, role_ceiling);
  refuse([
    ...role_mapping.flatMap((rule, index) => [
      ...(wantedValue(rule) === undefined || (rule.claim_value !== undefined && rule.group !== undefined)
        ? [detail(`role_mapping.${index}`, 'takes either claim_value or group', 'required')]
        : []),
      ...(above(rule.role as Rules['role_ceiling'])
        ? [detail(`role_mapping.${index}.role`, 'is above the ceiling', 'above_ceiling')]
        : []),
    ]),
    ...(default_role !== null && above(default_role)
      ? [detail('default_role', 'is above the ceiling', 'above_ceiling')]
      : []),
    ...(link_by_email && kind !== 'oidc'
      ? [detail('link_by_email', 'only OIDC says which e-mail addresses are verified', 'unsupported')]
      : []),
  ]);
}
