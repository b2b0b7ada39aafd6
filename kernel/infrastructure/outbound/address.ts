import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Class of an address. `special` is everything with a meaning of its own (mapped, translated, tunnelled,
 * link-local, multicast, documentation, unspecified …) and is reachable under no policy.
 */
export type AddressClass = 'public' | 'private' | 'loopback' | 'metadata' | 'special';

/** Metadata services of clouds, which hand out credentials; reachable under no policy, whatever network they lie in. */
const METADATA: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

const V4: Readonly<Record<string, AddressClass>> = {
  unicast: 'public',
  private: 'private',
  carrierGradeNat: 'private',
  loopback: 'loopback',
};

const V6: Readonly<Record<string, AddressClass>> = {
  unicast: 'public',
  uniqueLocal: 'private',
  loopback: 'loopback',
};

/** Addresses IANA has given out; the rest of IPv6 is unassigned and refused. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Classifies a textual address, as a resolver or the URL parser writes it; anything else is `special`. */
export function classifyAddress(text: string): AddressClass {
  if (isIP(text) === 0 || text.includes('%')) return 'special';
  const address = ipaddr.parse(text);
  if (METADATA.has(address.toString())) return 'metadata';
  if (address instanceof ipaddr.IPv4) return V4[address.range()] ?? 'special';
  const known = V6[address.range()] ?? 'special';
  return known === 'public' && !address.match(GLOBAL_UNICAST) ? 'special' : known;
}
