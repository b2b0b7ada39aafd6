import { seedClients } from './seed-clients.ts';
import type { RouterTables, Row } from './tables.ts';

export interface SeedOptions {
  readonly identity: string;
  readonly serial: string;
  readonly devices: number;
  readonly username: string;
  readonly password: string;
  /** Which of `www` and `www-ssl` answers, and where. */
  readonly service: { readonly name: 'www' | 'www-ssl'; readonly port: number };
}

const model = 'RB5009UG+S+';
const installed = '7.22.2';

const services: readonly (readonly [string, string])[] = [
  ['telnet', '23'],
  ['ftp', '21'],
  ['www', '80'],
  ['ssh', '22'],
  ['www-ssl', '443'],
  ['api', '8728'],
  ['winbox', '8291'],
  ['api-ssl', '8729'],
];

/** The state of a router out of its box: ports, one bridge, a firewall, no VLANs and no clients. */
export function seedFactory(tables: RouterTables, options: SeedOptions): void {
  const add = (menu: string, ...rows: Row[]) => rows.map((row) => tables.insert(menu, row));
  seedSystem(tables, options);
  const base = macBase(options.serial);
  for (let port = 1; port <= 8; port += 1) seedPort(tables, port, `${base}:${hex(port)}`);
  add('/interface/bridge', {
    name: 'bridge',
    'mac-address': `${base}:02`,
    mtu: 'auto',
    'actual-mtu': '1500',
    arp: 'enabled',
    'protocol-mode': 'rstp',
    'vlan-filtering': 'false',
    running: 'true',
    disabled: 'false',
    dynamic: 'false',
    comment: 'defconf',
  });
  for (let port = 2; port <= 8; port += 1) {
    add('/interface/bridge/port', {
      bridge: 'bridge',
      interface: `ether${port}`,
      pvid: '1',
      disabled: 'false',
      dynamic: 'false',
    });
  }
  for (const name of ['all', 'none', 'dynamic', 'static'])
    add('/interface/list', { name, builtin: 'true', dynamic: 'false' });
  add('/interface/list', { name: 'WAN', builtin: 'false' }, { name: 'LAN', builtin: 'false' });
  add('/interface/list/member', { list: 'WAN', interface: 'ether1', disabled: 'false', dynamic: 'false' });
  add('/interface/list/member', { list: 'LAN', interface: 'bridge', disabled: 'false', dynamic: 'false' });
  const rule = {
    bytes: '48213',
    packets: '312',
    disabled: 'false',
    dynamic: 'false',
    invalid: 'false',
    log: 'false',
  };
  add(
    '/ip/firewall/filter',
    { chain: 'input', action: 'accept', 'connection-state': 'established,related,untracked', ...rule },
    { chain: 'input', action: 'drop', 'connection-state': 'invalid', ...rule },
    { chain: 'input', action: 'accept', protocol: 'icmp', ...rule },
    { chain: 'input', action: 'drop', 'in-interface-list': '!LAN', ...rule },
    { chain: 'forward', action: 'accept', 'connection-state': 'established,related,untracked', ...rule },
    { chain: 'forward', action: 'drop', 'connection-state': 'invalid', ...rule },
  );
  add('/ip/firewall/nat', { chain: 'srcnat', action: 'masquerade', 'out-interface-list': 'WAN', ...rule });
  add('/ip/dhcp-client', {
    interface: 'ether1',
    status: 'bound',
    address: '203.0.113.20/24',
    gateway: '203.0.113.1',
    disabled: 'false',
  });
}

/** A router that works at a site: the factory state, VLANs, DHCP, and the given number of client devices. */
export function seedSite(tables: RouterTables, options: SeedOptions): void {
  seedFactory(tables, options);
  tables.update('/system/identity', tables.single('/system/identity'), { name: options.identity });
  seedClients(tables, options.devices);
}

function seedSystem(tables: RouterTables, options: SeedOptions): void {
  const single = (menu: string, row: Row) => tables.update(menu, tables.single(menu), row);
  single('/system/identity', { name: 'MikroTik' });
  single('/system/resource', {
    version: `${installed} (stable)`,
    'board-name': model,
    platform: 'MikroTik',
    'architecture-name': 'arm64',
    cpu: 'ARM64',
    'cpu-count': '4',
    'cpu-frequency': '1400',
    'cpu-load': '3',
    'free-memory': '851443712',
    'total-memory': '1073741824',
    'free-hdd-space': '1012924416',
    'total-hdd-space': '1073741824',
  });
  single('/system/routerboard', {
    routerboard: 'true',
    model,
    'board-name': model,
    'serial-number': options.serial,
    'firmware-type': 'arm64',
    'factory-firmware': installed,
    'current-firmware': installed,
    'upgrade-firmware': installed,
  });
  single('/system/package/update', { channel: 'stable', 'installed-version': installed });
  tables.insert('/system/package', { name: 'routeros', version: installed, disabled: 'false' });
  single('/system/health', { 'cpu-temp': '44', voltage1: '24.1' });
  single('/ip/dns', {
    servers: '203.0.113.53',
    'allow-remote-requests': 'true',
    'cache-size': '2048',
    'cache-used': '118',
  });
  for (const name of ['read', 'write', 'full']) tables.insert('/user/group', { name, builtin: 'true' });
  tables.insert('/user', {
    name: options.username,
    password: options.password,
    group: 'full',
    disabled: 'false',
  });
  for (const [name, port] of services) {
    const own = name === options.service.name;
    tables.insert('/ip/service', {
      name,
      port: own ? String(options.service.port) : port,
      disabled: String(!own && name !== 'ssh'),
      proto: 'tcp',
    });
  }
  for (const name of ['default', 'default-encryption'])
    tables.insert('/ppp/profile', { name, builtin: 'true' });
  for (const name of ['default', 'default-small'])
    tables.insert('/queue/type', { name, kind: 'pfifo', builtin: 'true' });
  tables.insert('/ip/ipsec/profile', { name: 'default', builtin: 'true' });
  tables.insert('/ip/ipsec/proposal', { name: 'default', builtin: 'true' });
  tables.insert('/routing/table', { name: 'main', fib: '', builtin: 'true', dynamic: 'true' });
}

function seedPort(tables: RouterTables, port: number, mac: string): void {
  const running = String(port <= 5);
  const name = `ether${port}`;
  const row = tables.insert('/interface/ethernet', {
    name,
    'default-name': name,
    'mac-address': mac,
    'orig-mac-address': mac,
    mtu: '1500',
    l2mtu: '1514',
    arp: 'enabled',
    'auto-negotiation': 'true',
    running,
    slave: String(port > 1),
    disabled: 'false',
    'rx-byte': String(port * 918_273),
    'tx-byte': String(port * 645_546),
  });
  tables.insert('/interface/ethernet/poe', {
    '.id': row['.id'] ?? '',
    name,
    'poe-out': 'auto-on',
    'poe-priority': '10',
  });
}

/** The first five bytes of the ports' addresses, different for every serial number. */
export function macBase(serial: string): string {
  let sum = 7;
  for (const character of serial) sum = (sum * 31 + character.charCodeAt(0)) % 16_777_216;
  return `02:0C:${[16, 8, 0].map((shift) => hex((sum >> shift) & 0xff)).join(':')}`;
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, '0');
}
