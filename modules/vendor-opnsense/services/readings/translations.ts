import {
  isOn,
  listIn,
  type NatRule,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { type Aliases, addressOf, portsOf } from './addresses.ts';

/** Port forwards, outbound translations and one-to-one ones, each list in its own order. */
export const translations = (objects: ObjectsByFeature, aliases: Aliases): readonly NatRule[] => [
  ...numbered(objects, 'nat.port_forward', (row) => forward(row, aliases)),
  ...numbered(objects, 'nat.outbound', (row) => ({
    ...flat(row, aliases),
    kind: 'source',
    protocols: protocolsIn(row),
    destination_ports: portsOf(aliases, textIn(row, 'destination_port')),
    translated_to: isOn(row, 'nonat') ? null : textIn(row, 'target') || 'interface address',
    translated_ports: textIn(row, 'target_port') || null,
  })),
  ...numbered(objects, 'nat.one_to_one', (row) => ({
    ...flat(row, aliases),
    kind: 'one_to_one',
    protocols: null,
    destination_ports: null,
    translated_to: textIn(row, 'external') || null,
    translated_ports: null,
  })),
];

type Facts = Omit<NatRule, 'feature' | 'target_id' | 'position'>;

const numbered = (
  objects: ObjectsByFeature,
  feature: string,
  factsOf: (row: VendorValue) => Facts,
): readonly NatRule[] =>
  objectsOf(objects, feature)
    .toSorted((one, other) => Number(textIn(one, 'sequence')) - Number(textIn(other, 'sequence')))
    .map((row, position) => ({ feature, target_id: textIn(row, 'uuid'), position, ...factsOf(row) }));

const protocolsIn = (row: VendorValue): readonly string[] | null => {
  const text = textIn(row, 'protocol').toLowerCase();
  return text === '' || text === 'any' ? null : text.split('/');
};

const flat = (row: VendorValue, aliases: Aliases) => ({
  name: textIn(row, 'description'),
  enabled: isOn(row, 'enabled', true),
  interfaces: listIn(row, 'interface').length === 0 ? null : listIn(row, 'interface'),
  source: addressOf(aliases, listIn(row, 'source_net'), isOn(row, 'source_not')),
  destination: addressOf(aliases, listIn(row, 'destination_net'), isOn(row, 'destination_not')),
});

function forward(row: VendorValue, aliases: Aliases): Facts {
  const { source, destination } = { source: partOf(row, 'source'), destination: partOf(row, 'destination') };
  const interfaces = listIn(row, 'interface');
  return {
    name: textIn(row, 'descr'),
    kind: 'destination',
    enabled: !isOn(row, 'disabled'),
    interfaces: interfaces.length === 0 ? null : interfaces,
    protocols: protocolsIn(row),
    source: addressOf(aliases, listIn(source, 'network'), isOn(source, 'not')),
    destination: addressOf(aliases, listIn(destination, 'network'), isOn(destination, 'not')),
    destination_ports: portsOf(aliases, textIn(destination, 'port')),
    translated_to: isOn(row, 'nordr') ? null : textIn(row, 'target') || null,
    translated_ports: textIn(row, 'local-port') || null,
  };
}

function partOf(row: VendorValue, field: string): VendorValue {
  const part = row[field];
  return typeof part === 'object' && part !== null ? { ...part } : {};
}
