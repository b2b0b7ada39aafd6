import { isIPv4, isIPv6 } from 'node:net';
import { meetsPattern } from '../../vendor-pattern.ts';
import { type Refusal, validatorFailed } from '../refusal.ts';
import { isDomain, isFqdn, isSubnet } from './addresses.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What validators look up in the rest of the configuration. */
export interface Surroundings {
  isAlias(name: string, type?: string): boolean;
  /** Values of a field in all objects of a model. */
  values(model: string, field: string): readonly unknown[];
}

type Check = (text: string, settings: Settings, around: Surroundings) => boolean;

const listed = (settings: Settings, key: string, text: string): boolean =>
  Array.isArray(settings[key]) && (settings[key] as unknown[]).includes(text);

const checks: Readonly<Record<string, Check>> = {
  IPAddress: (text, settings, around) =>
    (settings['allow_ipv4'] === true && isIPv4(text)) ||
    (settings['allow_ipv6'] === true && isIPv6(text)) ||
    (settings['allow_alias'] === true && around.isAlias(text)) ||
    (settings['allow_fqdn'] === true && isFqdn(text)) ||
    listed(settings, 'allow_keywords', text),
  Subnet: (text, settings, around) =>
    isSubnet(text, { v4: settings['allow_ipv4'] === true, v6: settings['allow_ipv6'] === true }) ||
    (settings['allow_alias'] === true && around.isAlias(text)),
  Hostname: (text, settings) =>
    (settings['allow_hostname'] === true && isDomain(text)) ||
    (settings['allow_domain'] === true && isDomain(text)) ||
    (settings['allow_fqdn'] === true && isFqdn(text)) ||
    listed(settings, 'allow_keywords', text),
  FilterName: (text) => /^[a-zA-Z0-9_]+$/.test(text) && !/^\d+$/.test(text),
  MACAddress: (text) => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text),
  EmailAddress: (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text),
  URL: (text) => URL.canParse(text),
  X509: (text) => text.includes('-----BEGIN '),
  Hex: (text) => /^(0x)?[0-9a-f]+$/i.test(text),
  Regex: (text, settings) => {
    if (listed(settings, 'allowed_keywords', text)) return true;
    const pattern = patternOf(String(settings['pattern'] ?? '/^/'));
    return meetsPattern(pattern, text) !== (settings['invert'] === true);
  },
  UniqueFromForeignModel: (text, settings, around) =>
    !around
      .values(String(settings['foreign_model_name']), String(settings['foreign_model_field_name']))
      .includes(text),
};

const ids: Readonly<Record<string, string>> = {
  IPAddress: 'IP_ADDRESS_VALIDATOR_FAILED',
  Subnet: 'SUBNET_VALIDATOR_FAILED',
  Hostname: 'HOSTNAME_VALIDATOR_FAILED',
  FilterName: 'FILTER_NAME_VALIDATOR_FAILED',
  MACAddress: 'MAC_ADDRESS_VALIDATOR_FAILED',
  EmailAddress: 'EMAIL_ADDRESS_VALIDATOR_FAILED',
  Regex: 'REGEX_VALIDATOR_FAILED',
  UniqueFromForeignModel: 'UNIQUE_FROM_FOREIGN_MODEL_VALIDATOR_FAILED',
};
const words: Readonly<Record<string, string>> = { MACAddress: 'MAC address', IPAddress: 'IP address' };

/** The product's own patterns are PHP's, with their delimiters. */
function patternOf(written: string): string {
  return written.slice(1, written.lastIndexOf('/')).replaceAll('[[:ascii:]]', '[\\x00-\\x7f]');
}

/** The refusal of the first validator that does not take the text, or null. */
export function validatorRefusal(
  name: string,
  text: string,
  validators: readonly (readonly [string, Settings?])[],
  around: Surroundings,
): Refusal | null {
  for (const [kind, settings = {}] of validators) {
    const check = Object.hasOwn(checks, kind) ? checks[kind] : undefined;
    if (check === undefined || check(text, settings, around)) continue;
    const id = ids[kind] ?? `${kind.toUpperCase()}_VALIDATOR_FAILED`;
    return validatorFailed(
      id,
      `Field \`${name}\` must be a valid ${words[kind] ?? kind}, received \`${text}\`.`,
    );
  }
  return null;
}
