import type { AddressMatch, FirewallRule } from '@patchbay/vendor-kit';
import fc from 'fast-check';

/** A world so small that every packet in it can be tried. */
export const addresses = [
  '10.0.0.0',
  '10.0.0.1',
  '10.0.0.2',
  '10.0.0.3',
  '192.0.2.9',
  '2001:db8::1',
  '2001:db9::1',
];
const networks = [
  '10.0.0.0/30',
  '10.0.0.0/31',
  '10.0.0.2/31',
  '10.0.0.1',
  '10.0.0.1-10.0.0.2',
  '2001:db8::/32',
];
export const names = ['lan', 'guests'];
const protocols = ['tcp', 'udp', 'gre'];
const ports = [1, 2, 3, 9_999];
const portTexts = ['1', '2', '1-2', '2-3', '0-65535'];
const interfaces = ['eth0', 'eth1'];
export const conditions = ['state=new', 'time=night'];

export interface Packet {
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly port: number;
  readonly on: string;
  readonly holds: ReadonlySet<string>;
}

/** Which addresses are behind a name: the rules do not say. */
export type Meaning = Readonly<Record<string, ReadonlySet<string>>>;

const someOf = <T>(values: readonly T[], least = 1) =>
  fc.subarray([...values], { minLength: least, maxLength: Math.min(3, values.length) });

const addressMatch = (withNames: boolean): fc.Arbitrary<AddressMatch | null> =>
  fc.option(
    fc.record({
      negated: fc.boolean(),
      networks: someOf(networks, 0),
      names: withNames ? someOf(names, 0) : fc.constant([]),
    }),
    { freq: 2 },
  );

const orAny = <T>(values: readonly T[]) => fc.option(someOf(values), { freq: 2 });

export const ruleList = (withNames: boolean): fc.Arbitrary<readonly FirewallRule[]> =>
  fc
    .array(
      fc.record({
        enabled: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
        action: fc.constantFrom<FirewallRule['action']>('accept', 'drop'),
        decides: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
        family: fc.constantFrom<FirewallRule['family']>('ipv4', 'ipv6', 'any', 'any'),
        protocols: orAny(protocols.slice(0, 2)),
        in_interfaces: orAny(interfaces),
        source: addressMatch(withNames),
        destination: addressMatch(false),
        destination_ports: orAny(portTexts),
        conditions: someOf(conditions, 0),
      }),
      { minLength: 2, maxLength: 6 },
    )
    .map((rules) =>
      rules.map((rule, position) => ({ ...blank, ...rule, position, target_id: `${position}` })),
    );

export const blank: FirewallRule = {
  feature: 'firewall.rule',
  target_id: '',
  name: '',
  chain: 'forward',
  position: 0,
  enabled: true,
  action: 'accept',
  decides: true,
  family: 'any',
  protocols: null,
  in_interfaces: null,
  out_interfaces: null,
  source: null,
  destination: null,
  source_ports: null,
  destination_ports: null,
  conditions: [],
  hits: null,
  logged: false,
};

const holding = [new Set<string>(), new Set(['state=new']), new Set(['time=night']), new Set(conditions)];

export const packets: readonly Packet[] = addresses.flatMap((source) =>
  addresses
    .filter((destination) => isVersion6(source) === isVersion6(destination))
    .flatMap((destination) =>
      protocols.flatMap((protocol) =>
        ports.flatMap((port) =>
          [...interfaces, 'eth9'].flatMap((on) =>
            holding.map((holds) => ({ source, destination, protocol, port, on, holds })),
          ),
        ),
      ),
    ),
);

function isVersion6(address: string): boolean {
  return address.includes(':');
}

/** By the plainest reading there is. */
export function matches(rule: FirewallRule, packet: Packet, meaning: Meaning): boolean {
  const version = isVersion6(packet.source) ? 'ipv6' : 'ipv4';
  return (
    (rule.family === 'any' || rule.family === version) &&
    (rule.protocols?.includes(packet.protocol) ?? true) &&
    (rule.in_interfaces?.includes(packet.on) ?? true) &&
    (rule.destination_ports?.some((text) => inPorts(text, packet.port)) ?? true) &&
    rule.conditions.every((condition) => packet.holds.has(condition)) &&
    isMeant(rule.source, packet.source, meaning) &&
    isMeant(rule.destination, packet.destination, meaning)
  );
}

function inPorts(text: string, port: number): boolean {
  const [from = '', to = from] = text.split('-');
  return Number(from) <= port && port <= Number(to);
}

function isMeant(match: AddressMatch | null, address: string, meaning: Meaning): boolean {
  if (match === null) return true;
  const isNamed =
    match.networks.some((network) => members[network]?.includes(address)) ||
    match.names.some((name) => meaning[name]?.has(address));
  return isNamed !== match.negated;
}

/** Which of the world's addresses are in each network, written out. */
const members: Readonly<Record<string, readonly string[]>> = {
  '10.0.0.0/30': ['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3'],
  '10.0.0.0/31': ['10.0.0.0', '10.0.0.1'],
  '10.0.0.2/31': ['10.0.0.2', '10.0.0.3'],
  '10.0.0.1': ['10.0.0.1'],
  '10.0.0.1-10.0.0.2': ['10.0.0.1', '10.0.0.2'],
  '2001:db8::/32': ['2001:db8::1'],
};
