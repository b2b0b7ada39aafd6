import {
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
import { olderRules } from './older-rules.ts';
import { sideOf, valueIn } from './traffic-filter.ts';

const POLICY = 'firewall.policy';
const FORWARD = 'firewall.port_forward';
const actions: Readonly<Record<string, RuleAction>> = { ALLOW: 'accept', BLOCK: 'drop', REJECT: 'reject' };

/** Policies between zones, or the rules of consoles before them, and port forwards. */
export const consoleFirewall: FirewallReading = {
  features: [
    ...[POLICY, 'firewall.zone', 'firewall.matching_list', 'network.vlan', 'firewall.rule', 'firewall.group'],
    FORWARD,
  ],
  rules: (objects) => [
    ...objectsOf(objects, POLICY).map((row, position) => policyOf(row, position, objects)),
    ...olderRules(objects),
  ],
  nat: (objects) => objectsOf(objects, FORWARD).map(forwardOf),
};

function policyOf(row: VendorValue, position: number, objects: ObjectsByFeature): FirewallRule {
  const [from, to] = [valueIn(row, 'source'), valueIn(row, 'destination')];
  const [source, destination] = [sideOf(from, 'source', objects), sideOf(to, 'destination', objects)];
  const scope = valueIn(row, 'ipProtocolScope');
  const filter = valueIn(scope, 'protocolFilter');
  const protocols = protocolsIn(filter);
  const untold =
    protocols === null && Object.keys(filter).length > 0 ? [`protocol=${JSON.stringify(filter)}`] : [];
  const asking = ['connectionStateFilter', 'ipsecFilter', 'schedule'].filter(
    (name) => row[name] !== undefined,
  );
  const action = textIn(valueIn(row, 'action'), 'type');
  return {
    feature: POLICY,
    target_id: textIn(row, 'id'),
    name: textIn(row, 'name'),
    chain: 'policy',
    position,
    enabled: row['enabled'] !== false,
    action: actions[action] ?? 'other',
    decides: action in actions,
    family: familyOf(textIn(scope, 'ipVersion')),
    protocols,
    in_interfaces: [zoneName(from, objects)],
    out_interfaces: [zoneName(to, objects)],
    source: source.address,
    destination: destination.address,
    source_ports: source.ports,
    destination_ports: destination.ports,
    conditions: [
      ...source.conditions,
      ...destination.conditions,
      ...untold,
      ...asking.map((name) => `${name}=${JSON.stringify(row[name])}`),
    ].toSorted(),
    hits: null,
    logged: row['loggingEnabled'] === true,
  };
}

function zoneName(side: VendorValue, objects: ObjectsByFeature): string {
  const id = textIn(side, 'zoneId');
  const zone = objectsOf(objects, 'firewall.zone').find((row) => row['id'] === id);
  return `zone ${zone ? textIn(zone, 'name') : id}`;
}

const familyOf = (version: string): FirewallRule['family'] =>
  version === 'IPV4' ? 'ipv4' : version === 'IPV6' ? 'ipv6' : 'any';

/** Null for any, and for what is excluded or finer than a protocol: that is a condition. */
function protocolsIn(filter: VendorValue): readonly string[] | null {
  if (filter['matchOpposite'] === true) return null;
  const named = valueIn(filter, 'protocol');
  if (Object.keys(named).length === 1 && textIn(named, 'name') !== '')
    return [textIn(named, 'name').toLowerCase()];
  if (textIn(valueIn(filter, 'preset'), 'name') === 'TCP_UDP') return ['tcp', 'udp'];
  const number = textIn(filter, 'protocolNumber');
  return number === '' ? null : [number];
}

function forwardOf(row: VendorValue, position: number): NatRule {
  const source = textIn(row, 'src');
  const protocol = textIn(row, 'proto').toLowerCase();
  return {
    feature: FORWARD,
    target_id: textIn(row, '_id'),
    name: textIn(row, 'name'),
    position,
    kind: 'destination',
    enabled: isOn(row, 'enabled', true),
    interfaces: textIn(row, 'pfwd_interface') === '' ? null : [textIn(row, 'pfwd_interface')],
    protocols: protocol === '' ? null : protocol.split('_'),
    source: source === '' || source === 'any' ? null : { negated: false, networks: [source], names: [] },
    destination: null,
    destination_ports: listIn(row, 'dst_port').length === 0 ? null : listIn(row, 'dst_port'),
    translated_to: textIn(row, 'fwd') || null,
    translated_ports: textIn(row, 'fwd_port') || null,
  };
}
