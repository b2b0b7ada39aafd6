import type { FirewallRule } from '@patchbay/vendor-kit';
import {
  type AddressSet,
  addressSet,
  coversAddresses,
  isEverybody,
  isNobody,
  isSubset,
  versionOf,
} from './address-set.ts';
import { contains, merged, type Range } from './ranges.ts';

/** Ports: known ones and named ones. */
interface PortSet {
  readonly ranges: readonly Range[];
  readonly names: ReadonlySet<string>;
}

/** Every packet a rule matches, one side of a box after the other. Null on a side is everything. */
export interface RuleSpace {
  readonly protocols: ReadonlySet<string> | null;
  readonly incoming: ReadonlySet<string> | null;
  readonly outgoing: ReadonlySet<string> | null;
  readonly source: AddressSet;
  readonly destination: AddressSet;
  readonly source_ports: PortSet;
  readonly destination_ports: PortSet;
  readonly conditions: ReadonlySet<string>;
}

const ALL_PORTS: readonly Range[] = [[0n, 65_535n]];
const protocolNames: Readonly<Record<string, string>> = {
  '1': 'icmp',
  '2': 'igmp',
  '6': 'tcp',
  '17': 'udp',
  '47': 'gre',
  '50': 'esp',
  '51': 'ah',
  '58': 'icmpv6',
  'ipv6-icmp': 'icmpv6',
  icmp6: 'icmpv6',
};

export function spaceOf(rule: FirewallRule): RuleSpace {
  const family = familyOf(rule);
  return {
    protocols: setOf(rule.protocols?.map((name) => protocolNames[name] ?? name)),
    incoming: setOf(rule.in_interfaces),
    outgoing: setOf(rule.out_interfaces),
    source: addressSet(rule.source, family),
    destination: addressSet(rule.destination, family),
    source_ports: portSet(rule.source_ports),
    destination_ports: portSet(rule.destination_ports),
    conditions: new Set(rule.conditions),
  };
}

/** A packet is of one version: addresses of one side say which may stand on the other. */
function familyOf({ family, source, destination }: FirewallRule): FirewallRule['family'] {
  const bySource = versionOf(addressSet(source, family));
  return versionOf(addressSet(destination, bySource));
}

/**
 * Whether every packet that `inner` can match, `outer` matches too; false where names leave it open. A rule that asks
 * for a further condition matches less, so `outer` may ask only for what `inner` asks for as well.
 */
export const covers = (outer: RuleSpace, inner: RuleSpace): boolean =>
  coversSet(outer.protocols, inner.protocols) &&
  coversSet(outer.incoming, inner.incoming) &&
  coversSet(outer.outgoing, inner.outgoing) &&
  isSubset(outer.conditions, inner.conditions) &&
  coversPorts(outer.destination_ports, inner.destination_ports) &&
  coversPorts(outer.source_ports, inner.source_ports) &&
  coversAddresses(outer.destination, inner.destination) &&
  coversAddresses(outer.source, inner.source);

/** Matches no packet at all: addresses of the other version, an empty list. */
export const matchesNothing = ({ source, destination }: RuleSpace): boolean =>
  isNobody(source) || isNobody(destination);

/** From anywhere to anywhere, whatever it carries; which way it passes an interface narrows nothing. */
export const matchesAnything = (space: RuleSpace): boolean =>
  space.protocols === null &&
  [...space.conditions].every((condition) => condition.startsWith('direction=')) &&
  contains(space.source_ports.ranges, ALL_PORTS) &&
  contains(space.destination_ports.ranges, ALL_PORTS) &&
  isEverybody(space.source) &&
  isEverybody(space.destination);

const setOf = (names: readonly string[] | null | undefined): ReadonlySet<string> | null =>
  names === null || names === undefined ? null : new Set(names);

const coversSet = (outer: ReadonlySet<string> | null, inner: ReadonlySet<string> | null): boolean =>
  outer === null || (inner !== null && isSubset(inner, outer));

const coversPorts = (outer: PortSet, inner: PortSet): boolean =>
  contains(outer.ranges, ALL_PORTS) ||
  (contains(outer.ranges, inner.ranges) && isSubset(inner.names, outer.names));

function portSet(ports: readonly string[] | null): PortSet {
  if (ports === null) return { ranges: ALL_PORTS, names: new Set() };
  const read = ports.map((text) => ({ text, range: portRange(text) }));
  return {
    ranges: merged(read.flatMap(({ range }) => (range ? [range] : []))),
    names: new Set(read.flatMap(({ text, range }) => (range ? [] : [text]))),
  };
}

function portRange(text: string): Range | null {
  const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (from === undefined || to === undefined || Number(from) > Number(to) || Number(to) > 65_535) return null;
  return [BigInt(from), BigInt(to)];
}
