import type { FirewallDevice } from './device.ts';
import { interfaceRows } from './seed.ts';
import { stations } from './stations.ts';

type Json = Readonly<Record<string, unknown>>;

const services = [
  ['configd', 'System Configuration Daemon'],
  ['dnsmasq', 'Dnsmasq DNS & DHCP'],
  ['kea-dhcpv4', 'Kea DHCPv4 Server'],
  ['monit', 'Monit'],
  ['ntpd', 'Network Time Daemon'],
  ['openssh', 'Secure Shell Daemon'],
  ['suricata', 'Intrusion Detection'],
  ['syslog-ng', 'System Logging'],
  ['unbound', 'Unbound DNS'],
] as const;

const macOf = (index: number): string => `02:0d:b9:ff:00:${index.toString(16).padStart(2, '0')}`;

/** Interfaces as the overview shows them. */
export const interfaceOverview = (device: FirewallDevice): readonly Json[] =>
  interfaceRows(device.running).map(
    ({ uuid = '', if: name = '', descr = '', ipaddr = '', enable = '0' }, index) => ({
      device: name,
      identifier: uuid,
      description: descr || uuid,
      macaddr: macOf(index),
      mtu: '1500',
      enabled: enable === '1',
      status: 'up',
      link_type: 'static',
      addr4: ipaddr,
      addr6: '',
      vlan_tag: null,
      is_physical: name.startsWith('igb'),
      routes: [],
      gateways: [],
    }),
  );

export function arpTable(device: FirewallDevice): readonly Json[] {
  const own = interfaceRows(device.running).map(({ ipaddr = '', if: intf = '', descr = '' }, index) => ({
    ...neighbour(macOf(index), ipaddr.split('/')[0] ?? '', intf, descr),
    permanent: true,
  }));
  const others = [...stations(device.seed.devices)]
    .filter(({ answers }) => answers)
    .map(({ mac, ip }) => neighbour(mac, ip, 'igb1', 'LAN'));
  return [...own, ...others];
}

const neighbour = (mac: string, ip: string, intf: string, description: string) => ({
  mac,
  ip,
  intf,
  expired: false,
  expires: 1_200,
  permanent: false,
  type: 'ethernet',
  manufacturer: '',
  hostname: '',
  intf_description: description,
});

export const leaseRows = (device: FirewallDevice): readonly Json[] =>
  [...stations(device.seed.devices)].map(({ mac, ip, hostname }) => ({
    if: 'igb1',
    address: ip,
    hwaddr: mac,
    client_id: '',
    valid_lifetime: '4000',
    expire: String(Math.floor(device.clock.now() / 1_000) + 4_000),
    subnet_id: '1',
    hostname,
    state: '0',
    if_descr: 'LAN',
    if_name: 'lan',
    is_reserved: '0',
  }));

export const serviceRows = (): readonly Json[] =>
  services.map(([name, description]) => ({ id: name, locked: 0, running: 1, description, name }));

export const systemInformation = (device: FirewallDevice): Json => ({
  name: `${device.seed.hostname}.lab.internal`,
  versions: [`OPNsense ${device.version}-amd64`, 'FreeBSD 14.3-RELEASE-p1', 'OpenSSL 3.0.17'],
});

export const firmwareStatus = (device: FirewallDevice): Json => ({
  status: 'none',
  status_msg: 'Firmware status requires to check for update first to provide more information.',
  product: {
    product_id: 'opnsense',
    product_name: 'OPNsense',
    product_nickname: 'Lab',
    product_version: device.version,
    product_arch: 'amd64',
  },
});
