import type { Leaf } from '../schema.ts';
import { isAddress, isHostname, isNetwork, isRange } from './addresses.ts';
import { aliasNames, type Copies, choicesOf, isProposal, networkNames } from './choices.ts';
import { fitsMask } from './masks.ts';

type Check = (text: string, leaf: Leaf, copies: Copies) => string | null;

const maxValue = 65_536;
const whole = /^-?\d{1,15}$/;
const services = new Set(
  'any ftp ssh telnet smtp domain http https pop3 imap ntp snmp ldap rdp sip'.split(' '),
);
const mac = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const aliasName = /^(?:[a-zA-Z]|_(?!_))[a-zA-Z0-9_]{0,30}$/;
const groupName = /^[a-zA-Z_][a-zA-Z0-9_]{0,13}[a-zA-Z_]$/;
const userName = /^[a-zA-Z0-9.\-_@$]{1,320}$/;
const required = 'A value is required.';

/** What is wrong with a value, in the product's words; null when nothing is. */
export function problemOf(leaf: Leaf, text: string, copies: Copies): string | null {
  if (text === '') return leaf.required ? required : null;
  if (text.length > maxValue) return 'The value is too long.';
  if (leaf.mask !== undefined && problemOfMask(leaf, text))
    return messages[leaf.type] ?? 'Text does not validate.';
  const choices = choicesOf(leaf, copies);
  if (choices !== null) return problemOfChoice(leaf, text, choices);
  const check = Object.hasOwn(checks, leaf.type) ? checks[leaf.type] : undefined;
  return check ? check(text, leaf, copies) : null;
}

const messages: Readonly<Record<string, string>> = {
  HostnameField: 'A valid hostname must be specified.',
};

function problemOfMask({ mask = '', type }: Leaf, text: string): boolean {
  const parts = type === 'CSVListField' ? text.split(',') : [text];
  return parts.some((part) => part.length > 4_096 || !fitsMask(mask, part));
}

function problemOfChoice(
  { type, multiple }: Leaf,
  text: string,
  choices: ReadonlyMap<string, string>,
): string | null {
  const wrong = (multiple ? text.split(',') : [text]).find((part) => !choices.has(part.split('|')[0] ?? ''));
  if (wrong === undefined) return null;
  if (type === 'LaggInterfaceField') return 'At least one valid member is required.';
  if (type === 'ConfigdActionsField') return 'Select a command from the list.';
  if (type === 'JsonKeyValueStoreField')
    return 'Specify a valid gateway from the list matching the networks ip protocol.';
  // Closed lists forget what is not among them before they complain.
  return `Option [${type === 'InterfaceField' || type === 'ModelRelationField' ? wrong : ''}] not in list.`;
}

const listOf = (text: string, { multiple, asList }: Leaf): readonly string[] =>
  multiple || asList ? text.split(',').map((part) => part.trim()) : [text];

const each =
  (message: string, isFine: (part: string, leaf: Leaf, copies: Copies) => boolean): Check =>
  (text, leaf, copies) =>
    listOf(text, leaf).every((part) => isFine(part, leaf, copies)) ? null : message;

function isNetworkPart(part: string, leaf: Leaf): boolean {
  if (part === 'any') return leaf.wildcardEnabled !== false;
  const { addressFamily: family, netMaskRequired: maskRequired, netMaskAllowed: maskAllowed } = leaf;
  return isNetwork(part, { family, maskRequired, maskAllowed });
}

function isPort(part: string, { enableWellKnown, enableRanges, enableAlias }: Leaf, copies: Copies): boolean {
  if (/^\d{1,5}$/.test(part)) return Number(part) >= 1 && Number(part) <= 65_535;
  if (enableWellKnown && services.has(part.toLowerCase())) return true;
  if (enableAlias && aliasNames(copies, true).has(part)) return true;
  const [from = '', to = '', ...rest] = part.split(/[-:]/);
  const isPair = enableRanges === true && rest.length === 0 && /^\d{1,5}$/.test(from) && /^\d{1,5}$/.test(to);
  return isPair && Number(from) <= Number(to) && Number(from) >= 1 && Number(to) <= 65_535;
}

const isNetworkOrAlias = (part: string, _leaf: Leaf, copies: Copies): boolean =>
  isNetwork(part, {}) || networkNames(copies).has(part) || aliasNames(copies, false).has(part);

const checkNumber: Check = (text, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }) =>
  whole.test(text) && Number(text) >= min && Number(text) <= max ? null : 'Invalid integer value.';

const checkAliasAddress: Check = (text, leaf, copies) => {
  const wrong = listOf(text, leaf).find((part) => !isNetworkOrAlias(part, leaf, copies));
  return wrong === undefined ? null : `${wrong} is not a valid source IP address or alias.`;
};

const isHost = (part: string, { ipAllowed, hostWildcardAllowed }: Leaf): boolean =>
  (ipAllowed !== false && isAddress(part)) || isHostname(part, hostWildcardAllowed);

const network = each('Please specify a valid network segment or IP address.', isNetworkPart);
const port = each('Please specify a valid portnumber, name, alias or range.', isPort);

const checks: Readonly<Record<string, Check>> = {
  BooleanField: (text) => (text === '0' || text === '1' ? null : 'Value should be a boolean (0,1).'),
  IntegerField: checkNumber,
  NumericField: checkNumber,
  AutoNumberField: checkNumber,
  VPNIdField: checkNumber,
  FilterSequenceField: checkNumber,
  DNatSequenceField: checkNumber,
  NetworkField: network,
  PortField: port,
  PortMappedField: port,
  NetworkAliasField: checkAliasAddress,
  NetworkMappedField: checkAliasAddress,
  HostnameField: each('A valid hostname must be specified.', isHost),
  RemoteHostField: each('A valid host must be specified.', (part) => part.split(':')[0] !== ''),
  IKEAddressField: each(
    'A valid address or hostname must be specified.',
    (part) => isNetwork(part, {}) || isHostname(part) || part === '%any',
  ),
  IPPortField: each('Please specify a valid address and port.', (part) => /:\d{1,5}$/.test(part)),
  MacAddressField: each('Enter a valid MAC address.', (part) => mac.test(part)),
  Base64Field: each('Should be a base64-encoded string.', (part) => base64.test(part)),
  UrlField: each('Enter a valid URL.', (part) => URL.canParse(part)),
  EmailField: each('Enter a valid email address.', (part) => /^[^@\s]+@[^@\s]+$/.test(part)),
  AliasNameField: each(
    'The name must start with a letter or single underscore, be less than 32 characters and only consist of alphanumeric characters or underscores.',
    (part) => aliasName.test(part),
  ),
  GroupNameField: each('Only letters, digits and underscores are allowed.', (part) => groupName.test(part)),
  UsernameField: each('The username contains invalid characters.', (part) => userName.test(part)),
  KeaPoolsField: (text) =>
    text.split(/[\n,]/).every((part) => isRange(part.trim()))
      ? null
      : 'Entry is not a valid range or subnet.',
  RangeAddressField: each('Please specify a valid address.', (part) => isAddress(part)),
  DomainIPField: each('Please specify a valid address.', (part) => isAddress(part.split('@')[0] ?? '')),
  IPsecProposalField: (text) => {
    const wrong = text.split(',').find((part) => !isProposal(part));
    return wrong === undefined ? null : `Option [${wrong}] not in list.`;
  },
  LinkAddressField: (text, _leaf, copies) =>
    isAddress(text) || networkNames(copies).has(text) ? null : `Option [${text}] not in list.`,
  HostField: (text) =>
    text.split(/\s+(?:and|or|not)\s+|\s+/).every((part) => isNetwork(part, {}) || mac.test(part))
      ? null
      : 'Please specify a valid host or network.',
  StrictTextField: (text, { mask }) =>
    mask !== undefined || /^[^"'\n\r<>]*$/.test(text) ? null : 'Text contains illegal characters.',
};
