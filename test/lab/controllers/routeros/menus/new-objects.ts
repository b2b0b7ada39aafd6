import { generateKeyPairSync } from 'node:crypto';
import type { Menu } from '../schema.ts';
import type { RouterTables, Row } from '../tables.ts';
import { networkOf } from '../values/addresses.ts';
import { interfaceKinds, nameStems } from './interface-kinds.ts';

const defaults: Readonly<Record<string, Readonly<Row>>> = {
  '/interface/vlan': { mtu: '1500', arp: 'enabled', 'loop-protect': 'default', 'use-service-tag': 'false' },
  '/interface/bridge': { mtu: 'auto', 'protocol-mode': 'rstp', 'vlan-filtering': 'false', arp: 'enabled' },
  '/interface/bridge/port': {
    pvid: '1',
    'frame-types': 'admit-all',
    'ingress-filtering': 'true',
    hw: 'true',
  },
  '/interface/bridge/vlan': { tagged: '', untagged: '', 'current-tagged': '', 'current-untagged': '' },
  '/interface/wireguard': { mtu: '1420', 'listen-port': '13231' },
  '/ip/firewall/filter': { action: 'accept', bytes: '0', packets: '0', log: 'false' },
  '/ip/firewall/nat': { action: 'accept', bytes: '0', packets: '0', log: 'false' },
  '/ip/firewall/mangle': { bytes: '0', packets: '0', passthrough: 'true' },
  '/ip/firewall/raw': { action: 'accept', bytes: '0', packets: '0' },
  '/ip/dhcp-server': { 'lease-time': '30m', 'address-pool': 'static-only', authoritative: 'yes' },
  '/ip/dhcp-server/lease': {
    server: 'all',
    status: 'waiting',
    blocked: 'false',
    radius: 'false',
    'last-seen': 'never',
  },
  '/ip/route': { distance: '1', scope: '30', 'target-scope': '10', 'routing-table': 'main', static: 'true' },
  '/queue/simple': {
    'max-limit': '0/0',
    priority: '8/8',
    parent: 'none',
    queue: 'default-small/default-small',
  },
  '/system/scheduler': { interval: '0s', 'run-count': '0', 'start-time': 'startup' },
  '/system/script': { 'run-count': '0', 'dont-require-permissions': 'false' },
  '/tool/netwatch': { type: 'simple', interval: '10s', status: 'unknown' },
};

/** What the router fills in by itself when an object is created without it. */
export function completeRow(menu: Menu, given: Row, tables: RouterTables): Row {
  const row: Row = { ...defaults[menu.path], ...given };
  if (menu.fields.has('disabled')) row['disabled'] ??= 'false';
  for (const flag of ['dynamic', 'invalid', 'inactive']) if (menu.readOnly.has(flag)) row[flag] ??= 'false';
  const stem = interfaceKinds.get(menu.path)?.stem ?? nameStems[menu.path];
  if (stem !== undefined && menu.fields.has('name')) row['name'] ??= freeName(menu.path, stem, tables);
  if (interfaceKinds.has(menu.path)) {
    row['running'] ??= row['disabled'] === 'true' ? 'false' : 'true';
    if (menu.readOnly.has('mac-address')) row['mac-address'] ??= macOf(row, tables);
  }
  const { address } = row;
  if (menu.path === '/ip/address' && address !== undefined) {
    row['address'] = address.includes('/') ? address : `${address}/32`;
    row['network'] ??= networkOf(row['address']);
    row['actual-interface'] ??= row['interface'] ?? '';
  }
  if (menu.path === '/ip/route') row['active'] ??= row['disabled'] === 'true' ? 'false' : 'true';
  if (menu.path === '/interface/wireguard') Object.assign(row, wireguardKeys(row));
  return row;
}

function freeName(menu: string, stem: string, tables: RouterTables): string {
  const menus = interfaceKinds.has(menu) ? [...interfaceKinds.keys()] : [menu];
  const taken = new Set(menus.flatMap((other) => tables.rows(other).map((row) => row['name'])));
  let number = 1;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}

function macOf(row: Row, tables: RouterTables): string {
  const parent = tables.rows('/interface/ethernet').find((one) => one['name'] === row['interface']);
  return (
    parent?.['mac-address'] ?? tables.rows('/interface/bridge')[0]?.['mac-address'] ?? '02:00:00:00:00:01'
  );
}

function wireguardKeys(row: Row): Row {
  const pair = generateKeyPairSync('x25519');
  const raw = (der: Buffer) => der.subarray(-32).toString('base64');
  const own = raw(pair.privateKey.export({ type: 'pkcs8', format: 'der' }));
  const shown = raw(pair.publicKey.export({ type: 'spki', format: 'der' }));
  return row['private-key'] === undefined ? { 'private-key': own, 'public-key': shown } : {};
}
