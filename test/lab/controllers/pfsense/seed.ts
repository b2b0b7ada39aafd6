import type { FirewallDevice } from './firewall-device.ts';
import type { FirewallRecord } from './records.ts';
import { leaseOf, neighbourOf, seededClients, stateOf } from './seed-clients.ts';

export interface SeedOptions {
  readonly identity: string;
  readonly serial: string;
  readonly version: string;
  readonly username: string;
  readonly password: string;
  readonly api_key: string;
  readonly devices: number;
  readonly packages: readonly string[];
}

type Rows = readonly (readonly [model: string, given: FirewallRecord, alsoHeld?: FirewallRecord])[];

const anywhere = { ipprotocol: 'inet', source: 'any', destination: 'any' };
const services = ['unbound', 'dhcpd', 'ntpd', 'sshd', 'syslogd', 'dpinger', 'ipsec'];
const available = ['pfSense-pkg-nmap', 'pfSense-pkg-Avahi'];
const statesMost = 40;

/** Objects the configuration holds, made as the calls would make them. */
const configured: Rows = [
  [
    'NetworkInterface',
    { if: 'em0', enable: true, descr: 'WAN', typev4: 'dhcp', ipaddr: 'dhcp', typev6: 'none' },
    { id: 'wan' },
  ],
  [
    'NetworkInterface',
    {
      if: 'em1',
      enable: true,
      descr: 'LAN',
      typev4: 'static',
      ipaddr: '192.168.1.1',
      subnet: 24,
      typev6: 'none',
    },
    { id: 'lan' },
  ],
  [
    'NetworkInterface',
    {
      if: 'em2',
      enable: true,
      descr: 'GUEST',
      typev4: 'static',
      ipaddr: '10.99.0.1',
      subnet: 24,
      typev6: 'none',
    },
    { id: 'opt1' },
  ],
  ['InterfaceVLAN', { if: 'em1', tag: 20, descr: 'staff' }],
  ['InterfaceVLAN', { if: 'em1', tag: 30, descr: 'cameras' }],
  ['FirewallAlias', { name: 'admin_hosts', type: 'host', address: ['192.168.1.10', '192.168.1.11'] }],
  ['FirewallAlias', { name: 'mail_ports', type: 'port', address: ['25', '465', '587'] }],
  [
    'FirewallRule',
    { ...anywhere, type: 'pass', interface: ['lan'], descr: 'Default allow LAN to any rule' },
    { tracker: 100_000_101 },
  ],
  [
    'FirewallRule',
    { ...anywhere, type: 'block', interface: ['opt1'], destination: 'lan', descr: 'guests stay outside' },
    { tracker: 100_000_102 },
  ],
  [
    'FirewallRule',
    {
      ...anywhere,
      type: 'pass',
      interface: ['opt1'],
      protocol: 'tcp',
      destination_port: '443',
      descr: 'guests browse',
    },
    { tracker: 100_000_103 },
  ],
  [
    'PortForward',
    {
      interface: 'wan',
      ipprotocol: 'inet',
      protocol: 'tcp',
      source: 'any',
      destination: 'wan:ip',
      destination_port: '2222',
      target: '192.168.1.10',
      local_port: '22',
    },
  ],
  [
    'DHCPServer',
    { interface: 'lan', enable: true, range_from: '192.168.1.100', range_to: '192.168.1.199' },
    { id: 'lan' },
  ],
  [
    'DHCPServer',
    { interface: 'opt1', enable: true, range_from: '10.99.0.100', range_to: '10.99.0.199' },
    { id: 'opt1' },
  ],
  ['DNSResolverHostOverride', { host: 'fileserver', domain: 'lab.internal', ip: ['192.168.1.20'] }],
  ['SystemTunable', { tunable: 'net.inet.ip.portrange.first', value: '1024', descr: '' }],
];

/** Fills the records of a firewall that has been in use for a while; everything in it is in effect. */
export function seedFirewall(device: FirewallDevice, options: SeedOptions): void {
  const { records, schema, writer } = device;
  for (const [name, given, held] of configured) {
    const siblings = records.list(name);
    siblings.push({
      ...writer.make(schema.model(name), given, { parent: null, siblings, current: null }),
      ...held,
    });
  }
  for (const name of [...options.packages, ...available])
    records.list('AvailablePackage').push({ name, shortname: name });
  for (const name of options.packages) {
    const siblings = records.list('Package');
    siblings.push(writer.make(schema.model('Package'), { name }, { parent: null, siblings, current: null }));
  }
  seedAccess(device, options);
  seedStatus(device, options);
  records.commitAll();
}

function seedAccess({ records }: FirewallDevice, { username, password, api_key }: SeedOptions): void {
  const user = {
    priv: null,
    disabled: false,
    expires: null,
    cert: null,
    authorizedkeys: null,
    ipsecpsk: '',
  };
  records
    .list('User')
    .push({ ...user, name: username, password, uid: 0, scope: 'system', descr: 'System Administrator' });
  records
    .list('RESTAPIKey')
    .push({ descr: 'platform', username, hash_algo: 'sha256', length_bytes: 24, secret: api_key });
  records.list('CertificateAuthority').push({ descr: 'lab CA', refid: '66aa00000001', trust: true });
  records
    .list('Certificate')
    .push({ descr: 'lab server', refid: '66aa00000002', caref: '66aa00000001', type: 'server' });
}

function seedStatus(device: FirewallDevice, options: SeedOptions): void {
  const { records, schema } = device;
  const { identity, serial, version, devices } = options;
  const base = version.split('-')[0] ?? version;
  const singles: Readonly<Record<string, FirewallRecord>> = {
    SystemVersion: { version, base, patch: null, buildtime: null },
    SystemStatus: {
      platform: 'Netgate 4200',
      serial,
      netgate_id: '0f0e0d0c0b0a09080706',
      cpu_count: 4,
      mem_usage: 21.5,
    },
    RESTAPIVersion: { current_version: 'v2.6.0', latest_version: 'v2.6.0', update_available: false },
    SystemHostname: { hostname: identity, domain: 'lab.internal' },
    SystemDNS: { dnsserver: ['9.9.9.9'] },
    DNSResolverSettings: { enable: true },
    SSH: { enable: true },
  };
  for (const [name, values] of Object.entries(singles))
    Object.assign(device.single(schema.model(name)), values);
  for (const name of services)
    records.list('Service').push({ name, description: `${name} service`, enabled: true, status: true });
  for (const name of ['bogons', 'virusprot', 'sshguard'])
    records.list('Table').push({ id: name, name, entries: ['192.0.2.13', '198.51.100.77'] });
  records.list('RoutingGatewayStatus').push({ name: 'WAN_DHCP', status: 'online' });
  for (const { id, descr, if: hwif, ipaddr } of records.list('NetworkInterface'))
    records.list('InterfaceStats').push({
      name: id,
      descr,
      hwif,
      macaddr: `02:00:5e:00:00:0${String(hwif).slice(-1)}`,
      status: 'up',
      enable: true,
      ipaddr: ipaddr === 'dhcp' ? '203.0.113.5' : ipaddr,
    });
  const clients = seededClients(devices);
  records.list('DHCPServerLease').push(...clients.map(leaseOf));
  records.list('ARPTable').push(...clients.filter(({ isOnline }) => isOnline).map(neighbourOf));
  records.list('FirewallState').push(...clients.slice(0, statesMost).map(stateOf));
}
