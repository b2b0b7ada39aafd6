import type { FirewallFeature } from '../writes/features.ts';

/** First release whose interface has what an area needs; areas not named here came with the first ones. */
const since: Readonly<Record<string, number>> = {
  // DHCP by Kea and Dnsmasq, gateways and NAT as models of their own.
  dhcp: 24.1,
  routing: 24.1,
  nat: 23.7,
  vpn: 23.1,
  interfaces: 22.1,
  diagnostics: 23.1,
};
const OLDEST = 20.7;

/** Areas this release can do; an unknown version is taken for a current one. */
export function capabilitiesOf(version: string, features: readonly FirewallFeature[]): readonly string[] {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const release = major === 0 ? Number.POSITIVE_INFINITY : major + Math.min(minor, 9) / 10;
  if (release < OLDEST) return [];
  return [...new Set(features.map(({ area }) => area))].filter((area) => release >= (since[area] ?? OLDEST));
}
