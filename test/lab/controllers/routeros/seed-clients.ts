import type { RouterTables } from './tables.ts';
import { numberOf, textOf } from './values/addresses.ts';

const kinds = ['laptop', 'phone', 'printer', 'camera', 'sensor', 'tablet'];
const vlans = [
  { id: 10, name: 'vlan10-staff' },
  { id: 20, name: 'vlan20-guest' },
  { id: 30, name: 'vlan30-cameras' },
];

/** The site behind the router: VLANs, the DHCP server with its leases, ARP and neighbours. */
export function seedClients(tables: RouterTables, devices: number): void {
  const add = tables.insert.bind(tables);
  const lan = devices > 200 ? { address: '10.88.0.1', length: 16, last: '10.88.255.254' } : small;
  seedVlans(tables);
  const network = textOf(numberOf(lan.address) - 1);
  const static_ = { disabled: 'false', dynamic: 'false', invalid: 'false' };
  add('/ip/address', {
    address: `${lan.address}/${lan.length}`,
    network,
    interface: 'bridge',
    'actual-interface': 'bridge',
    ...static_,
  });
  add('/ip/address', {
    address: '203.0.113.20/24',
    network: '203.0.113.0',
    interface: 'ether1',
    'actual-interface': 'ether1',
    disabled: 'false',
    dynamic: 'true',
    invalid: 'false',
  });
  add('/ip/pool', { name: 'lan-pool', ranges: `${textOf(numberOf(lan.address) + 9)}-${lan.last}` });
  add('/ip/dhcp-server', {
    name: 'lan',
    interface: 'bridge',
    'address-pool': 'lan-pool',
    'lease-time': '30m',
    ...static_,
  });
  add('/ip/dhcp-server/network', {
    address: `${network}/${lan.length}`,
    gateway: lan.address,
    'dns-server': lan.address,
    dynamic: 'false',
  });
  add('/ip/route', {
    'dst-address': '0.0.0.0/0',
    gateway: '203.0.113.1',
    distance: '1',
    active: 'true',
    dynamic: 'true',
    dhcp: 'true',
    disabled: 'false',
  });
  add('/ip/dns/static', { name: 'router.lan', address: lan.address, disabled: 'false', dynamic: 'false' });
  for (let index = 0; index < devices; index += 1)
    seedClient(tables, index, numberOf(lan.address) + 9 + index);
  seedNeighbours(tables, numberOf(lan.address));
}

const small = { address: '192.168.88.1', length: 24, last: '192.168.88.254' };

function seedVlans(tables: RouterTables): void {
  for (const { id, name } of vlans) {
    tables.insert('/interface/vlan', {
      name,
      interface: 'bridge',
      'vlan-id': String(id),
      mtu: '1500',
      arp: 'enabled',
      'mac-address': tables.rows('/interface/bridge')[0]?.['mac-address'] ?? '',
      running: 'true',
      disabled: 'false',
    });
    tables.insert('/interface/bridge/vlan', {
      bridge: 'bridge',
      'vlan-ids': String(id),
      tagged: 'bridge,ether2',
      disabled: 'false',
      dynamic: 'false',
    });
  }
}

function seedClient(tables: RouterTables, index: number, addressNumber: number): void {
  const kind = kinds[index % kinds.length] ?? 'host';
  const address = textOf(addressNumber);
  const mac = clientMac(index);
  const bound = index % 8 !== 7;
  const dynamic = String(index % 4 !== 0);
  tables.insert('/ip/dhcp-server/lease', {
    address,
    'mac-address': mac,
    server: 'lan',
    status: bound ? 'bound' : 'waiting',
    'last-seen': bound ? `${(index % 50) + 1}s` : '2d4h',
    'host-name': `${kind}-${String(index + 1).padStart(2, '0')}`,
    dynamic,
    disabled: 'false',
    blocked: 'false',
    radius: 'false',
    ...(bound ? { 'active-address': address, 'active-mac-address': mac, 'expires-after': '24m10s' } : {}),
  });
  if (bound) {
    tables.insert('/ip/arp', {
      address,
      'mac-address': mac,
      interface: 'bridge',
      complete: 'true',
      dynamic: 'true',
      disabled: 'false',
      published: 'false',
      status: 'reachable',
    });
  }
}

function seedNeighbours(tables: RouterTables, gateway: number): void {
  const boards = [
    ['switch-01', 'CRS326-24G-2S+', 'ether2'],
    ['access-point-01', 'cAPGi-5HaxD2HaxD', 'ether3'],
  ] as const;
  boards.forEach(([identity, board, port], index) => {
    const address = textOf(gateway + 1 + index);
    tables.insert('/ip/neighbor', {
      interface: `${port},bridge`,
      'interface-name': 'bridge',
      address,
      address4: address,
      'mac-address': `02:5E:00:00:00:0${index + 1}`,
      identity,
      platform: 'MikroTik',
      board,
      version: '7.22.2 (stable)',
      'discovered-by': 'mndp,lldp',
      uptime: '3d4h',
      age: '12s',
    });
  });
}

function clientMac(index: number): string {
  const digits = index.toString(16).toUpperCase().padStart(8, '0');
  return `06:C1:${(digits.match(/../g) ?? []).join(':')}`;
}
