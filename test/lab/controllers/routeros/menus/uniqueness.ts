import { failure } from '../refusal.ts';
import type { RouterTables, Row } from '../tables.ts';
import { interfaceKinds } from './interface-kinds.ts';

interface Uniqueness {
  readonly fields: readonly string[];
  readonly detail: string;
}

/** Beyond names: what may exist once only, and the line the router answers with. */
const unique: Readonly<Record<string, readonly Uniqueness[]>> = {
  '/ip/address': [{ fields: ['address', 'interface'], detail: 'already have such address' }],
  '/interface/vlan': [{ fields: ['interface', 'vlan-id'], detail: 'already have such vlan' }],
  '/interface/bridge/port': [{ fields: ['interface'], detail: 'device already added as bridge port' }],
  '/interface/bridge/vlan': [{ fields: ['bridge', 'vlan-ids'], detail: 'already have such vlan' }],
  '/interface/list/member': [{ fields: ['list', 'interface'], detail: 'already have such list member' }],
  '/interface/wireguard/peers': [{ fields: ['interface', 'public-key'], detail: 'already have such peer' }],
  '/ip/dhcp-server': [{ fields: ['interface'], detail: 'already have dhcp server on this interface' }],
  '/ip/dhcp-server/network': [{ fields: ['address'], detail: 'already have such network' }],
  '/ip/dhcp-server/lease': [
    { fields: ['server', 'address'], detail: 'already have lease for this address' },
    { fields: ['server', 'mac-address'], detail: 'already have lease for this mac address' },
  ],
  '/ip/dhcp-client': [{ fields: ['interface'], detail: 'already have dhcp client on this interface' }],
  '/ip/firewall/address-list': [{ fields: ['list', 'address'], detail: 'already have such entry' }],
  '/ipv6/firewall/address-list': [{ fields: ['list', 'address'], detail: 'already have such entry' }],
  '/ip/arp': [{ fields: ['address', 'interface'], detail: 'already have such address' }],
};

/** Refuses a row that would stand beside one it must not stand beside. `row` itself is left out. */
export function refuseDuplicate(tables: RouterTables, menu: string, row: Row, self?: Row): void {
  const name = row['name'];
  if (name !== undefined && name !== '') {
    const menus = interfaceKinds.has(menu) ? [...interfaceKinds.keys()] : [menu];
    const taken = menus.some((other) =>
      tables.rows(other).some((one) => one !== self && one['name'] === name),
    );
    if (taken) throw failure(`already have ${nounOf(menu)} with such name`);
  }
  for (const { fields, detail } of unique[menu] ?? []) {
    if (fields.some((field) => row[field] === undefined)) continue;
    const same = (other: Row) => other !== self && fields.every((field) => other[field] === row[field]);
    if (tables.rows(menu).some(same)) throw failure(detail);
  }
}

function nounOf(menu: string): string {
  return interfaceKinds.has(menu) ? 'interface' : menu.slice(menu.lastIndexOf('/') + 1);
}
