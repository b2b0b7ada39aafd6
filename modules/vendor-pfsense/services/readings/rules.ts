import {
  type FirewallReading,
  type FirewallRule,
  isOn,
  listIn,
  type NatRule,
  type ObjectsByFeature,
  objectsOf,
  pfAction,
  pfFamily,
  pfProtocols,
  textIn,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { type Aliases, addressOf, aliasesOf, portsOf } from './addresses.ts';

const FEATURE = 'firewall.rule';

/** One list for the whole firewall: floating rules first, then the others in their order. */
export const firewallRules: FirewallReading = {
  features: [
    ...[FEATURE, 'firewall.alias', 'interfaces.group'],
    ...['nat.port_forward', 'nat.outbound', 'nat.one_to_one'],
  ],
  rules: readRules,
  nat: readNat,
};

function readRules(objects: ObjectsByFeature): readonly FirewallRule[] {
  const aliases = aliasesOf(objects);
  const groups = new Set(objectsOf(objects, 'interfaces.group').map((group) => textIn(group, 'ifname')));
  const rank = (row: VendorValue): number =>
    isOn(row, 'floating') ? 0 : listIn(row, 'interface').some((name) => groups.has(name)) ? 1 : 2;
  return objectsOf(objects, FEATURE)
    .toSorted((one, other) => rank(one) - rank(other))
    .map((row, position) => ruleOf(row, position, aliases));
}

/** Fields that ask more of a packet. */
const asking = ['icmptype', 'dscp', 'sched', 'tcp_flags_set', 'tcp_flags_out_of'];

function ruleOf(row: VendorValue, position: number, aliases: Aliases): FirewallRule {
  const on = listIn(row, 'interface');
  const isFloating = isOn(row, 'floating');
  const direction = isFloating ? textIn(row, 'direction') || 'any' : 'in';
  const further = asking
    .filter((field) => listIn(row, field).some((part) => part !== 'any'))
    .map((field) => `${field}=${listIn(row, field).join(',')}`);
  return {
    feature: FEATURE,
    target_id: textIn(row, 'target_id'),
    name: textIn(row, 'descr'),
    chain: 'filter',
    position,
    enabled: !isOn(row, 'disabled'),
    action: pfAction(textIn(row, 'type')),
    decides: !isFloating || isOn(row, 'quick'),
    family: pfFamily(textIn(row, 'ipprotocol')),
    protocols: pfProtocols(textIn(row, 'protocol')),
    in_interfaces: on.length === 0 || on.includes('any') ? null : on,
    out_interfaces: null,
    source: addressOf(aliases, textIn(row, 'source')),
    destination: addressOf(aliases, textIn(row, 'destination')),
    source_ports: portsOf(aliases, textIn(row, 'source_port')),
    destination_ports: portsOf(aliases, textIn(row, 'destination_port')),
    conditions: [...(direction === 'any' ? [] : [`direction=${direction}`]), ...further].toSorted(),
    hits: null,
    logged: isOn(row, 'log'),
  };
}

const kinds = {
  'nat.port_forward': 'destination',
  'nat.outbound': 'source',
  'nat.one_to_one': 'one_to_one',
} as const;

function readNat(objects: ObjectsByFeature): readonly NatRule[] {
  const aliases = aliasesOf(objects);
  return Object.entries(kinds).flatMap(([feature, kind]) =>
    objectsOf(objects, feature).map((row, position) => {
      const interfaces = listIn(row, 'interface');
      const isException = isOn(row, 'nordr') || isOn(row, 'nonat') || isOn(row, 'nobinat');
      return {
        feature,
        target_id: textIn(row, 'target_id'),
        name: textIn(row, 'descr'),
        position,
        kind,
        enabled: !isOn(row, 'disabled'),
        interfaces: interfaces.length === 0 ? null : interfaces,
        protocols: pfProtocols(textIn(row, 'protocol')),
        source: addressOf(aliases, textIn(row, 'source')),
        destination: addressOf(aliases, textIn(row, 'destination')),
        destination_ports: portsOf(aliases, textIn(row, 'destination_port')),
        translated_to: isException ? null : textIn(row, 'target') || textIn(row, 'external') || null,
        translated_ports: textIn(row, 'local_port') || textIn(row, 'nat_port') || null,
      };
    }),
  );
}
