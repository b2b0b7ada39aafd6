import {
  badAddress,
  badPort,
  noForeignValue,
  type Refusal,
  validatorFailed,
  wrongChoice,
} from '../refusal.ts';
import type { Field } from '../schema.ts';
import { isAddress, isSubnet } from './addresses.ts';
import type { Surroundings } from './validators.ts';

const portNumber = /^\d{1,5}$/;
const fixedNetworks = new Set(['address', 'network', 'any', 'none', '']);

/** What the special kinds of fields refuse besides their type and length; null for a good value. */
export function classRefusal(field: Field, value: unknown, around: Surroundings): Refusal | null {
  const check = Object.hasOwn(classes, field.class) ? classes[field.class] : undefined;
  return check?.(field, String(value), around) ?? null;
}

type Check = (field: Field, text: string, around: Surroundings) => Refusal | null;

const allows = (field: Field, what: string): boolean => field.allow[what] === true;

function interfaces(field: Field, around: Surroundings): readonly string[] {
  const custom = Array.isArray(field.allow['allow_custom']) ? (field.allow['allow_custom'] as string[]) : [];
  return [
    ...around.values('NetworkInterface', 'id').map(String),
    ...custom,
    ...(allows(field, 'allow_interface_groups') ? around.values('InterfaceGroup', 'ifname').map(String) : []),
    ...(allows(field, 'allow_ipsec_interface') ? ['enc0'] : []),
    ...(allows(field, 'allow_openvpn_interface') ? ['openvpn'] : []),
    ...(allows(field, 'allow_localhost_interface') ? ['lo0'] : []),
    ...(allows(field, 'allow_carp_interface')
      ? around.values('VirtualIP', 'uniqid').map((id) => `_vip${id}`)
      : []),
  ];
}

function isPort(field: Field, text: string, around: Surroundings): boolean {
  const parts = text.split(':');
  const numbers = parts.every((part) => portNumber.test(part) && Number(part) >= 1 && Number(part) <= 65_535);
  if (numbers && (parts.length === 1 || (parts.length === 2 && allows(field, 'allow_range')))) return true;
  return allows(field, 'allow_alias') && around.isAlias(text, 'port');
}

function isFilterAddress(field: Field, text: string, around: Surroundings): boolean {
  const inverted = text.startsWith('!');
  if (inverted && !allows(field, 'allow_invert')) return false;
  const plain = inverted ? text.slice(1) : text;
  if (plain === 'any') return allows(field, 'allow_any');
  if (plain === '(self)') return allows(field, 'allow_self');
  if (plain === 'l2tp' || plain === 'pppoe') return allows(field, `allow_${plain}`);
  return isNetwork(field, plain, around);
}

function isNetwork(field: Field, text: string, around: Surroundings): boolean {
  const known = interfaces(field, around);
  return (
    (allows(field, 'allow_ipaddr') && isAddress(text)) ||
    (allows(field, 'allow_subnet') && isSubnet(text, { v4: true, v6: true })) ||
    (allows(field, 'allow_alias') && around.isAlias(text)) ||
    (allows(field, 'allow_interface') && known.includes(text)) ||
    (allows(field, 'allow_interface_ip') && text.endsWith(':ip') && known.includes(text.slice(0, -3)))
  );
}

const classes: Readonly<Record<string, Check>> = {
  InterfaceField: (field, text, around) => {
    const known = interfaces(field, around);
    return known.includes(text) ? null : wrongChoice(field.name, known);
  },
  PortField: (field, text, around) => (isPort(field, text, around) ? null : badPort(field.name, text)),
  FilterAddressField: (field, text, around) =>
    isFilterAddress(field, text, around) ? null : badAddress(field.name, text, false),
  SpecialNetworkField: (field, text, around) =>
    fixedNetworks.has(text) || isNetwork(field, text, around) ? null : badAddress(field.name, text, true),
  ForeignModelField: (field, text, around) => {
    if (field.default !== null && String(field.default) === text) return null;
    const known = (field.foreign_model_class ?? []).flatMap((model) =>
      around.values(model, field.foreign_model_field ?? 'id').map(String),
    );
    return known.includes(text) ? null : noForeignValue(field.name, text);
  },
  DateTimeField: (field, text) =>
    Number.isNaN(Date.parse(text))
      ? validatorFailed('DATETIME_FIELD_MUST_MATCH_FORMAT', `Field \`${field.name}\` must be a date.`)
      : null,
};
