import {
  type AddressMatch,
  type FirewallRule,
  isOn,
  listIn,
  type ObjectsByFeature,
  objectsOf,
  type RuleAction,
  textIn,
  type VendorValue,
} from '@patchbay/vendor-kit';

const FEATURE = 'firewall.rule';
const actions: Readonly<Record<string, RuleAction>> = { accept: 'accept', drop: 'drop', reject: 'reject' };

/** Rules of consoles before zones: a list for each direction of each kind of network. */
export const olderRules = (objects: ObjectsByFeature): readonly FirewallRule[] =>
  objectsOf(objects, FEATURE)
    .toSorted((one, other) => Number(textIn(one, 'rule_index')) - Number(textIn(other, 'rule_index')))
    .map((row, position) => ruleOf(row, position, objects));

const asking = [
  ...['src_mac_address', 'icmp_typename', 'icmpv6_typename', 'ipsec'],
  ...['src_networkconf_id', 'dst_networkconf_id', 'src_networkconf_type', 'dst_networkconf_type'],
];
const states = ['state_new', 'state_established', 'state_related', 'state_invalid'];

function ruleOf(row: VendorValue, position: number, objects: ObjectsByFeature): FirewallRule {
  const action = textIn(row, 'action');
  const chain = textIn(row, 'ruleset');
  const asked = states.filter((state) => isOn(row, state));
  const source = sideOf(row, 'src', objects);
  const destination = sideOf(row, 'dst', objects);
  const protocols = protocolsOf(textIn(row, chain.includes('v6') ? 'protocol_v6' : 'protocol'));
  const isExcluded = isOn(row, 'protocol_match_excepted') && protocols !== null;
  return {
    feature: FEATURE,
    target_id: textIn(row, '_id'),
    name: textIn(row, 'name'),
    chain,
    position,
    enabled: isOn(row, 'enabled', true),
    action: actions[action] ?? 'other',
    decides: action in actions,
    family: chain.includes('v6') ? 'ipv6' : 'ipv4',
    protocols: isExcluded ? null : protocols,
    in_interfaces: null,
    out_interfaces: null,
    source: source.address,
    destination: destination.address,
    source_ports: source.ports,
    destination_ports: destination.ports,
    conditions: [
      ...(isExcluded ? [`protocol=!${textIn(row, 'protocol')}`] : []),
      ...(asked.length > 0 && asked.length < states.length ? [`state=${asked.join(',')}`] : []),
      ...asking.filter((field) => textIn(row, field) !== '').map((field) => `${field}=${textIn(row, field)}`),
    ].toSorted(),
    hits: null,
    logged: isOn(row, 'logging'),
  };
}

const protocolsOf = (text: string): readonly string[] | null =>
  text === '' || text === 'all' ? null : text === 'tcp_udp' ? ['tcp', 'udp'] : [text.toLowerCase()];

/** Groups stand beside a single address or port; their members are looked up. */
function sideOf(row: VendorValue, side: 'src' | 'dst', objects: ObjectsByFeature) {
  const ids = listIn(row, `${side}_firewallgroup_ids`);
  const groups = objectsOf(objects, 'firewall.group').filter((group) => ids.includes(textIn(group, '_id')));
  const missing = ids.filter((id) => !groups.some((group) => group['_id'] === id)).map((id) => `group ${id}`);
  const members = (kind: (type: string) => boolean) =>
    groups
      .filter((group) => kind(textIn(group, 'group_type')))
      .flatMap((group) => listIn(group, 'group_members'));
  const own = [...listIn(row, `${side}_address`), ...listIn(row, `${side}_address_ipv6`)];
  const networks = [...own, ...members((type) => type !== 'port-group')];
  const address: AddressMatch | null =
    networks.length + missing.length === 0 ? null : { negated: false, networks, names: missing };
  const ports = [...listIn(row, `${side}_port`), ...members((type) => type === 'port-group')];
  return { address, ports: ports.length === 0 ? null : ports };
}
