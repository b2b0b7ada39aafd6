import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A light router at every loopback address from 127.1.0.1 on, all on one port: the same answers for everybody, made
 * once. Addresses from 127.9.0.1 on take requests and never answer. Started with `DEVICES`; told its port and the
 * paths somebody asked for at an address.
 */
const devices = Number(process.env['DEVICES'] ?? 100);
const HANGING = '127.9.';

const hex = (value: number): string => value.toString(16).padStart(2, '0').toUpperCase();
const mac = (index: number): string =>
  `02:00:00:${hex(index >> 16)}:${hex((index >> 8) & 255)}:${hex(index & 255)}`;
const address = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
const each = <T>(make: (index: number) => T): readonly T[] =>
  Array.from({ length: devices - 1 }, (_, index) => make(index));

const menus: Readonly<Record<string, unknown>> = {
  '/system/resource': { version: '7.16 (stable)', 'board-name': 'CCR2004', uptime: '1d' },
  '/system/routerboard': { model: 'CCR2004-1G', 'serial-number': 'BENCH001' },
  '/system/identity': { name: 'router' },
  '/interface': [
    { '.id': '*1', name: 'ether1', type: 'ether', 'mac-address': '06:00:00:00:00:01', disabled: 'false' },
  ],
  '/interface/vlan': [
    { '.id': '*A', name: 'cameras', interface: 'ether1', 'vlan-id': '20', disabled: 'false' },
  ],
  '/ip/address': [{ '.id': '*1', address: '10.0.0.1/8', network: '10.0.0.0', interface: 'ether1' }],
  '/ip/arp': each((index) => ({
    '.id': `*${hex(index)}`,
    address: address(index),
    'mac-address': mac(index),
    interface: 'ether1',
    complete: 'true',
    dynamic: 'true',
  })),
  '/ip/dhcp-server/lease': each((index) => ({
    '.id': `*${hex(index)}`,
    address: address(index),
    'mac-address': mac(index),
    'active-address': address(index),
    'active-mac-address': mac(index),
    'host-name': `client-${index}`,
    server: 'lan',
    status: 'bound',
    dynamic: 'true',
    disabled: 'false',
  })),
};
const bodies = new Map(
  Object.entries(menus).map(([menu, rows]) => [`/rest${menu}`, Buffer.from(JSON.stringify(rows))]),
);
const nothing = Buffer.from('[]');
const asked = new Map<string, string[]>();

const server = createServer((request, response) => {
  const { localAddress = '' } = request.socket;
  const at = localAddress.replace('::ffff:', '');
  if (at.startsWith(HANGING)) return;
  const path = request.url ?? '';
  asked.get(at)?.push(path);
  const body = bodies.get(path) ?? nothing;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
process.on('message', ({ record, stop }: { record?: string; stop?: string }) => {
  if (record !== undefined) asked.set(record, []);
  const paths = stop === undefined ? [] : asked.get(stop);
  if (stop !== undefined) asked.delete(stop);
  process.send?.(paths);
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '0.0.0.0', () => process.send?.((server.address() as AddressInfo).port));
