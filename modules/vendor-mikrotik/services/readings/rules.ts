import {
  type AddressMatch,
  type FirewallReading,
  type FirewallRule,
  type NatRule,
  type ObjectsByFeature,
  objectsOf,
  type RuleAction,
  textIn,
  type VendorValue,
} from '@patchbay/vendor-kit';

const families = { 'firewall.filter': 'ipv4', 'firewall.filter6': 'ipv6' } as const;
const NAT = 'nat.rule';

/** Rules of the filter tables; address lists change by themselves and stay names. */
export const routerFirewall: FirewallReading = {
  features: [...Object.keys(families), NAT],
  rules: (objects) =>
    Object.entries(families).flatMap(([feature, family]) =>
      objectsOf(objects, feature).map((row, position) => ruleOf(feature, family, row, position)),
    ),
  nat: readNat,
};

const actions: Readonly<Record<string, RuleAction>> = {
  accept: 'accept',
  drop: 'drop',
  tarpit: 'drop',
  reject: 'reject',
};
/** Fields that are no condition on a packet, or that the reading has elsewhere. */
const told = new Set([
  ...['.id', 'chain', 'action', 'comment', 'disabled', 'dynamic', 'invalid', 'log', 'log-prefix', 'bytes'],
  ...['packets', 'protocol', 'src-address', 'dst-address', 'src-port', 'dst-port', 'in-interface', 'builtin'],
  ...['out-interface', 'jump-target', 'reject-with', 'address-list', 'address-list-timeout', 'default'],
  ...[
    'src-address-list',
    'dst-address-list',
    'in-interface-list',
    'out-interface-list',
    'to-addresses',
    'to-ports',
  ],
]);

function ruleOf(feature: string, family: 'ipv4' | 'ipv6', row: VendorValue, position: number): FirewallRule {
  const action = textIn(row, 'action') || 'accept';
  const further = Object.keys(row)
    .filter((field) => !told.has(field))
    .map((field) => `${field}=${textIn(row, field)}`);
  const packets = textIn(row, 'packets');
  return {
    feature,
    target_id: textIn(row, '.id'),
    name: textIn(row, 'comment'),
    chain: family === 'ipv4' ? textIn(row, 'chain') : `${textIn(row, 'chain')} (IPv6)`,
    position,
    enabled: textIn(row, 'disabled') !== 'true' && textIn(row, 'invalid') !== 'true',
    action: actions[action] ?? 'other',
    decides: action in actions || action === 'return',
    family,
    protocols: positive(row, 'protocol'),
    in_interfaces: interfacesOf(row, 'in'),
    out_interfaces: interfacesOf(row, 'out'),
    source: addressOf(row, 'src'),
    destination: addressOf(row, 'dst'),
    source_ports: positive(row, 'src-port'),
    destination_ports: positive(row, 'dst-port'),
    conditions: [...further, ...untold(row)].toSorted(),
    hits: packets === '' ? null : Number(packets),
    logged: textIn(row, 'log') === 'true',
  };
}

const isNegated = (text: string): boolean => text.startsWith('!');

/** Values of a field that are matched; excluded ones are conditions. */
function positive(row: VendorValue, field: string): readonly string[] | null {
  const text = textIn(row, field).toLowerCase();
  return text === '' || isNegated(text) ? null : text.split(',');
}

function interfacesOf(row: VendorValue, side: 'in' | 'out'): readonly string[] | null {
  const single = textIn(row, `${side}-interface`);
  if (single !== '' && !isNegated(single)) return [single];
  const list = textIn(row, `${side}-interface-list`);
  return single === '' && list !== '' && list !== 'all' && !isNegated(list) ? [`list ${list}`] : null;
}

function addressOf(row: VendorValue, side: 'src' | 'dst'): AddressMatch | null {
  const address = textIn(row, `${side}-address`);
  if (address !== '')
    return { negated: isNegated(address), networks: [address.replace(/^!/, '')], names: [] };
  const list = textIn(row, `${side}-address-list`);
  if (list === '') return null;
  return { negated: isNegated(list), networks: [], names: [`list ${list.replace(/^!/, '')}`] };
}

/** Rest of the fields above: exclusions, and lists beside single values. */
function untold(row: VendorValue): readonly string[] {
  const excluded = ['protocol', 'src-port', 'dst-port', 'in-interface', 'out-interface'].filter((field) =>
    isNegated(textIn(row, field)),
  );
  const lists = (['in', 'out'] as const).flatMap((side) => {
    const list = textIn(row, `${side}-interface-list`);
    const isTold = list === '' || list === 'all' || interfacesOf(row, side)?.[0] === `list ${list}`;
    return isTold ? [] : [`${side}-interface-list`];
  });
  const both = (['src', 'dst'] as const).filter(
    (side) => textIn(row, `${side}-address`) !== '' && textIn(row, `${side}-address-list`) !== '',
  );
  const fields = [...excluded, ...lists, ...both.map((side) => `${side}-address-list`)];
  return fields.map((field) => `${field}=${textIn(row, field)}`);
}

function readNat(objects: ObjectsByFeature): readonly NatRule[] {
  return objectsOf(objects, NAT).map((row, position) => {
    const action = textIn(row, 'action');
    return {
      feature: NAT,
      target_id: textIn(row, '.id'),
      name: textIn(row, 'comment'),
      position,
      kind: action === 'netmap' ? 'one_to_one' : textIn(row, 'chain') === 'dstnat' ? 'destination' : 'source',
      enabled: textIn(row, 'disabled') !== 'true',
      interfaces: interfacesOf(row, textIn(row, 'chain') === 'dstnat' ? 'in' : 'out'),
      protocols: positive(row, 'protocol'),
      source: addressOf(row, 'src'),
      destination: addressOf(row, 'dst'),
      destination_ports: positive(row, 'dst-port'),
      translated_to: textIn(row, 'to-addresses') || (action === 'masquerade' ? 'interface address' : null),
      translated_ports: textIn(row, 'to-ports') || null,
    };
  });
}
