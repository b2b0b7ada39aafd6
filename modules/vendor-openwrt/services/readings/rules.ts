import {
  type AddressMatch,
  type FirewallReading,
  type FirewallRule,
  isOn,
  listIn,
  type NatRule,
  type ObjectsByFeature,
  objectsOf,
  type RuleAction,
  textIn,
  type VendorValue,
} from '@patchbay/vendor-kit';

const FEATURE = 'firewall.rule';
const actions: Readonly<Record<string, RuleAction>> = { ACCEPT: 'accept', DROP: 'drop', REJECT: 'reject' };
const ANY = '*';

/** Rules in the order of the file; zones stand for interfaces. */
export const deviceFirewall: FirewallReading = {
  features: [FEATURE, 'nat.port_forward', 'nat.snat'],
  rules: (objects) => objectsOf(objects, FEATURE).map(ruleOf),
  nat: readNat,
};

const asking = [
  ...[
    'icmp_type',
    'src_mac',
    'device',
    'direction',
    'dscp',
    'mark',
    'ipset',
    'helper',
    'limit',
    'limit_burst',
  ],
  ...['extra', 'start_date', 'stop_date', 'start_time', 'stop_time', 'weekdays', 'monthdays', 'utc_time'],
];
const WORDS = /[\s,]+/;

function ruleOf(row: VendorValue, position: number): FirewallRule {
  const [from, to] = [textIn(row, 'src'), textIn(row, 'dest')];
  const target = textIn(row, 'target').toUpperCase() || 'DROP';
  const protocols = protocolsIn(row);
  const excluded = protocols?.some((name) => name.startsWith('!')) ?? false;
  return {
    feature: FEATURE,
    target_id: textIn(row, '.id'),
    name: textIn(row, 'name'),
    chain: from === '' ? 'output' : to === '' ? 'input' : 'forward',
    position,
    enabled: isOn(row, 'enabled', true),
    action: actions[target] ?? 'other',
    decides: target in actions,
    family: familyOf(textIn(row, 'family')),
    protocols: excluded ? null : protocols,
    in_interfaces: from === '' || from === ANY ? null : [`zone ${from}`],
    out_interfaces: to === '' || to === ANY ? null : [`zone ${to}`],
    source: addressIn(row, 'src_ip'),
    destination: addressIn(row, 'dest_ip'),
    source_ports: portsIn(row, 'src_port'),
    destination_ports: portsIn(row, 'dest_port'),
    conditions: [
      ...(excluded ? [`proto=${protocols?.join(' ')}`] : []),
      ...mixed(row, 'src_ip'),
      ...mixed(row, 'dest_ip'),
      ...asking
        .filter((field) => listIn(row, field).length > 0)
        .map((field) => `${field}=${listIn(row, field).join(' ')}`),
    ].toSorted(),
    hits: null,
    logged: isOn(row, 'log'),
  };
}

const familyOf = (text: string): FirewallRule['family'] =>
  text === 'ipv4' ? 'ipv4' : text === 'ipv6' ? 'ipv6' : 'any';

/** Without a protocol a rule is one of TCP and UDP. */
function protocolsIn(row: VendorValue): readonly string[] | null {
  const named = listIn(row, 'proto', WORDS).map((name) => name.toLowerCase());
  if (named.length === 0) return ['tcp', 'udp'];
  return named.includes('all') || named.includes('any') || named.includes(ANY)
    ? null
    : named.flatMap((name) => (name === 'tcpudp' ? ['tcp', 'udp'] : [name]));
}

function addressIn(row: VendorValue, field: string): AddressMatch | null {
  const listed = listIn(row, field, WORDS);
  const wanted = listed.filter((address) => !address.startsWith('!'));
  if (listed.length === 0) return null;
  return wanted.length > 0
    ? { negated: false, networks: wanted, names: [] }
    : { negated: true, networks: listed.map((address) => address.slice(1)), names: [] };
}

/** Exclusions beside addresses that are asked for narrow them further. */
function mixed(row: VendorValue, field: string): readonly string[] {
  const listed = listIn(row, field, WORDS);
  const excluded = listed.filter((address) => address.startsWith('!'));
  return excluded.length === 0 || excluded.length === listed.length ? [] : [`${field}=${excluded.join(' ')}`];
}

/** Ranges are written with a dash here, and with a colon by some. */
function portsIn(row: VendorValue, field: string): readonly string[] | null {
  const listed = listIn(row, field, WORDS).map((port) => port.replace(':', '-'));
  return listed.length === 0 ? null : listed;
}

function readNat(objects: ObjectsByFeature): readonly NatRule[] {
  const forwards = objectsOf(objects, 'nat.port_forward').map((row, position) => ({
    ...natOf('nat.port_forward', row, position),
    kind: 'destination' as const,
    destination: addressIn(row, 'src_dip'),
    destination_ports: portsIn(row, 'src_dport'),
    translated_to: textIn(row, 'dest_ip') || null,
    translated_ports: textIn(row, 'dest_port') || null,
  }));
  const sources = objectsOf(objects, 'nat.snat').map((row, position) => {
    const target = textIn(row, 'target').toUpperCase();
    return {
      ...natOf('nat.snat', row, position),
      kind: 'source' as const,
      destination: addressIn(row, 'dest_ip'),
      destination_ports: portsIn(row, 'dest_port'),
      translated_to: textIn(row, 'snat_ip') || (target === 'MASQUERADE' ? 'interface address' : null),
      translated_ports: textIn(row, 'snat_port') || null,
    };
  });
  return [...forwards, ...sources];
}

const natOf = (feature: string, row: VendorValue, position: number) => ({
  feature,
  target_id: textIn(row, '.id'),
  name: textIn(row, 'name'),
  position,
  enabled: isOn(row, 'enabled', true),
  interfaces: textIn(row, 'src') === '' || textIn(row, 'src') === ANY ? null : [`zone ${textIn(row, 'src')}`],
  protocols: protocolsIn(row),
  source: addressIn(row, 'src_ip'),
});
