import type { AddressMatch, FirewallRule } from '@patchbay/vendor-kit';
import ipaddr from 'ipaddr.js';
import { contains, merged, type Range, within, without } from './ranges.ts';

type Family = FirewallRule['family'];

const VERSION_4_END = 2n ** 32n - 1n;
const VERSION_6_START = VERSION_4_END + 1n;
/** Both versions on one line: the newer one follows the older one. */
const spaces: Readonly<Record<Family, readonly Range[]>> = {
  ipv4: [[0n, VERSION_4_END]],
  ipv6: [[VERSION_6_START, VERSION_6_START + 2n ** 128n - 1n]],
  any: [[0n, VERSION_6_START + 2n ** 128n - 1n]],
};

/** Addresses: known ones and those behind names, or everything but these. */
export interface AddressSet {
  readonly family: Family;
  readonly except: boolean;
  readonly ranges: readonly Range[];
  readonly names: ReadonlySet<string>;
}

/** The addresses of a rule within its family. Unreadable ones stand as names. */
export function addressSet(match: AddressMatch | null, family: Family): AddressSet {
  const space = spaces[family];
  const nobody = new Set<string>();
  if (match === null) return { family, except: false, ranges: space, names: nobody };
  const read = match.networks.map((text) => ({ text, range: rangeOf(text) }));
  const ranges = within(merged(read.flatMap(({ range }) => (range ? [range] : []))), space);
  const names = new Set([...match.names, ...read.flatMap(({ text, range }) => (range ? [] : [text]))]);
  if (!match.negated) return { family, except: false, ranges, names };
  if (names.size > 0) return { family, except: true, ranges, names };
  return { family, except: false, ranges: without(space, ranges), names: nobody };
}

/** The only version that any of these addresses is of, if there is one. */
export function versionOf({ except, ranges, names, family }: AddressSet): Family {
  if (except || names.size > 0 || ranges.length === 0) return family;
  const only = (['ipv4', 'ipv6'] as const).find((version) => contains(spaces[version], ranges));
  return only ?? family;
}

/** No packet has such an address. */
export const isNobody = ({ except, ranges, names }: AddressSet): boolean =>
  !except && ranges.length === 0 && names.size === 0;

export const isEverybody = ({ except, ranges, family }: AddressSet): boolean =>
  !except && contains(ranges, spaces[family]);

/** Whether every address of `inner` is one of `outer`, whatever the names resolve to. False where that is unknown. */
export function coversAddresses(outer: AddressSet, inner: AddressSet): boolean {
  const isWider = contains(spaces[outer.family], spaces[inner.family]);
  if (!outer.except && contains(outer.ranges, spaces[inner.family])) return true;
  if (inner.except) {
    const atMost = without(spaces[inner.family], inner.ranges);
    if (!outer.except) return contains(outer.ranges, atMost);
    return isWider && contains(inner.ranges, outer.ranges) && isSubset(outer.names, inner.names);
  }
  if (outer.except) return isNobody(inner);
  return (
    contains(outer.ranges, inner.ranges) &&
    (inner.names.size === 0 || (isWider && isSubset(inner.names, outer.names)))
  );
}

export const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((name) => whole.has(name));

/** An address, a network, or a range; null for anything else. */
function rangeOf(text: string): Range | null {
  const [first = '', last, ...others] = text.split('-');
  if (others.length > 0) return null;
  if (last !== undefined) {
    const [from, to] = [numberOf(first), numberOf(last)];
    return from === null || to === null || to < from ? null : [from, to];
  }
  if (!text.includes('/')) {
    const only = numberOf(text);
    return only === null ? null : [only, only];
  }
  return networkRange(text);
}

function networkRange(text: string): Range | null {
  if (!ipaddr.isValidCIDR(text)) return null;
  const [address, bits] = ipaddr.parseCIDR(text);
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const size = 2n ** BigInt(width - bits);
  const number = bytesNumber(address.toByteArray());
  const offset = width === 32 ? 0n : VERSION_6_START;
  const from = number - (number % size) + offset;
  return [from, from + size - 1n];
}

function numberOf(text: string): bigint | null {
  const isFull = ipaddr.IPv4.isValidFourPartDecimal(text.trim()) || ipaddr.IPv6.isValid(text.trim());
  if (!isFull) return null;
  const address = ipaddr.parse(text.trim());
  return bytesNumber(address.toByteArray()) + (address.kind() === 'ipv4' ? 0n : VERSION_6_START);
}

const bytesNumber = (bytes: readonly number[]): bigint =>
  bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
