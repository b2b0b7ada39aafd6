import type { RadioClients } from './radio-clients.ts';

export interface Lease {
  readonly hostname: string;
  readonly ipaddr: string;
  readonly macaddr: string;
  readonly expires: number;
}

const kinds = ['laptop', 'phone', 'printer', 'camera', 'sensor', 'tablet'];
/** Every third host is on the air, in turns on both bands. */
const onAir = 3;

/** What is behind the device: two networks in the air with stations on them. Answers the leases. */
export function seedSite(radios: RadioClients, devices: number): readonly Lease[] {
  const ports = [
    radios.add('phy0-ap0', 'default_radio0', 'radio0', 2_412),
    radios.add('phy1-ap0', 'default_radio1', 'radio1', 5_180),
  ];
  const leases = Array.from({ length: devices }, (_, index) => ({
    hostname: `${kinds[index % kinds.length] ?? 'host'}-${String(index + 1).padStart(2, '0')}`,
    ipaddr: address(devices, index),
    macaddr: mac(index),
    expires: index % 8 === 7 ? -1 : 43_000 - (index % 1_000),
  }));
  for (const [index, { macaddr, expires }] of leases.entries()) {
    if (index % onAir !== 0 || expires < 0) continue;
    const port = ports[(index / onAir) % 2];
    port?.stations.set(macaddr, { mac: macaddr, signal: -40 - (index % 40) });
  }
  return leases;
}

const address = (count: number, index: number): string =>
  count > 150 ? `10.64.${Math.floor(index / 250)}.${(index % 250) + 2}` : `192.168.1.${100 + index}`;

function mac(index: number): string {
  const digits = index.toString(16).toUpperCase().padStart(8, '0');
  return `06:0A:${(digits.match(/../g) ?? []).join(':')}`;
}
