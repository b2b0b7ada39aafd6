import {
  type FirewallReading,
  type FirewallRule,
  isOn,
  listIn,
  type ObjectsByFeature,
  objectsOf,
  pfAction,
  pfFamily,
  pfProtocols,
  textIn,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { type Aliases, addressOf, aliasesOf, portsOf } from './addresses.ts';
import { translations } from './translations.ts';

const FEATURE = 'firewall.rule';

/** One list for the whole firewall: floating rules first, then those of groups, then those of interfaces. */
export const firewallRules: FirewallReading = {
  features: [
    ...[FEATURE, 'firewall.alias', 'firewall.group'],
    ...['nat.port_forward', 'nat.outbound', 'nat.one_to_one'],
  ],
  rules: readRules,
  nat: (objects) => translations(objects, aliasesOf(objects)),
};

function readRules(objects: ObjectsByFeature): readonly FirewallRule[] {
  const aliases = aliasesOf(objects);
  const groups = new Set(objectsOf(objects, 'firewall.group').map((group) => textIn(group, 'ifname')));
  const rank = (row: VendorValue): number => {
    const on = listIn(row, 'interface');
    if (on.length !== 1 || isOn(row, 'interfacenot')) return 0;
    return groups.has(on[0] ?? '') ? 1 : 2;
  };
  return objectsOf(objects, FEATURE)
    .map((row) => ({ row, rank: rank(row), sequence: Number(textIn(row, 'sequence')) || 0 }))
    .toSorted((one, other) => one.rank - other.rank || one.sequence - other.sequence)
    .map(({ row }, position) => ruleOf(row, position, aliases));
}

/** Fields that ask more of a packet; absent, empty or zero they ask nothing. */
const asking = [
  ...['icmptype', 'icmp6type', 'tos', 'prio', 'tagged', 'sched', 'tcpflags1', 'tcpflags2', 'max', 'overload'],
  ...['max-src-nodes', 'max-src-states', 'max-src-conn', 'max-src-conn-rate', 'max-pkt-rate-number'],
];

function ruleOf(row: VendorValue, position: number, aliases: Aliases): FirewallRule {
  const on = listIn(row, 'interface');
  const excludes = isOn(row, 'interfacenot');
  return {
    feature: FEATURE,
    target_id: textIn(row, 'uuid'),
    name: textIn(row, 'description'),
    chain: 'filter',
    position,
    enabled: isOn(row, 'enabled', true),
    action: pfAction(textIn(row, 'action')),
    decides: isOn(row, 'quick', true),
    family: pfFamily(textIn(row, 'ipprotocol')),
    protocols: pfProtocols(textIn(row, 'protocol')),
    in_interfaces: on.length === 0 || excludes ? null : on,
    out_interfaces: null,
    source: addressOf(aliases, listIn(row, 'source_net'), isOn(row, 'source_not')),
    destination: addressOf(aliases, listIn(row, 'destination_net'), isOn(row, 'destination_not')),
    source_ports: portsOf(aliases, textIn(row, 'source_port')),
    destination_ports: portsOf(aliases, textIn(row, 'destination_port')),
    conditions: conditionsOf(row, excludes ? on : []),
    hits: null,
    logged: isOn(row, 'log'),
  };
}

function conditionsOf(row: VendorValue, excluded: readonly string[]): readonly string[] {
  const direction = textIn(row, 'direction') || 'in';
  return [
    ...(direction === 'any' ? [] : [`direction=${direction}`]),
    ...excluded.map((name) => `interface=!${name}`),
    ...asking.filter((field) => textIn(row, field) !== '').map((field) => `${field}=${textIn(row, field)}`),
  ].toSorted();
}
