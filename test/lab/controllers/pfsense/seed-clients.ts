import type { FirewallRecord } from './records.ts';

export interface SeededClient {
  readonly name: string;
  readonly mac: string;
  readonly ip: string;
  readonly isOnline: boolean;
}

const kinds = ['laptop', 'phone', 'printer', 'camera', 'sensor', 'display'];
const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** Client devices with an address each, spread over 10.88.0.0/16; every ninth is away. */
export function seededClients(count: number): readonly SeededClient[] {
  return Array.from({ length: count }, (_, index) => {
    const host = index + 10;
    return {
      name: `${kinds[index % kinds.length]}-${String(index + 1).padStart(4, '0')}`,
      mac: `02:1a:4b:${hex((index >> 16) & 255)}:${hex((index >> 8) & 255)}:${hex(index & 255)}`,
      ip: `10.88.${(host >> 8) & 255}.${host & 255}`,
      isOnline: index % 9 !== 8,
    };
  });
}

export const leaseOf = ({ name, mac, ip, isOnline }: SeededClient): FirewallRecord => ({
  ip,
  mac,
  hostname: name,
  if: 'lan',
  starts: '2026/11/20 06:00:00',
  ends: '2026/11/20 18:00:00',
  active_status: isOnline ? 'active' : 'expired',
  online_status: isOnline ? 'active/online' : 'idle/offline',
  descr: '',
});

export const neighbourOf = ({ name, mac, ip }: SeededClient): FirewallRecord => ({
  hostname: name,
  ip_address: ip,
  mac_address: mac,
  interface: 'LAN',
  type: 'ethernet',
  permanent: false,
  dnsresolve: name,
  expires: 'Expires in 1100 seconds',
});

export const stateOf = ({ ip }: SeededClient, index: number): FirewallRecord => ({
  interface: 'em1',
  protocol: 'tcp',
  direction: 'in',
  source: `${ip}:${40_000 + index}`,
  destination: '203.0.113.80:443',
  state: 'ESTABLISHED:ESTABLISHED',
  age: '00:10:00',
  expires_in: '23:50:00',
  packets_total: 120,
  packets_in: 60,
  packets_out: 60,
  bytes_total: 64_000,
  bytes_in: 32_000,
  bytes_out: 32_000,
});
