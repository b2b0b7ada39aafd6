import { clientsIn, DeviceError, type DeviceFacts, type NetworkClient } from '@patchbay/vendor-kit';
import { tunnelMenus } from '../readings/tunnels.ts';
import { clientDevices, routerDevice } from './inventory-devices.ts';
import type { RouterRow } from './rows.ts';

export interface Inventory {
  readonly controller: {
    readonly version: string;
    readonly model: string | null;
    readonly serial: string | null;
    readonly identity: string;
  };
  /** The router itself first, then what it leases addresses to and what announces itself to it. */
  readonly devices: readonly DeviceFacts[];
  /** Configuration objects by the name of the feature that writes them. */
  readonly objects: Readonly<Record<ObjectKind | FurtherKind, readonly RouterRow[]>>;
}

type ObjectKind = keyof typeof objectMenus;
type FurtherKind = keyof typeof furtherMenus;

/** The part of the client this needs. */
export interface InventoryReader {
  print(menu: string): Promise<readonly RouterRow[]>;
}

const objectMenus = {
  'interfaces.interface': '/interface',
  'interfaces.vlan': '/interface/vlan',
  'interfaces.bridge': '/interface/bridge',
  'interfaces.address': '/ip/address',
  'firewall.filter': '/ip/firewall/filter',
  'nat.rule': '/ip/firewall/nat',
  'dhcp.server': '/ip/dhcp-server',
  'dhcp.lease': '/ip/dhcp-server/lease',
} as const;
/** Lists that a router may not have, because a package or its licence lacks them. */
const furtherMenus = {
  'interfaces.wifi': '/interface/wifi',
  'firewall.filter6': '/ipv6/firewall/filter',
  ...tunnelMenus,
} as const;

/** Reads one router whole. Any failure but a missing optional menu is the `AdapterError` of the client. */
export async function readInventory(client: InventoryReader): Promise<Inventory> {
  const [resource = {}] = await client.print('/system/resource');
  const [board, [identityRow], arp, neighbours] = await Promise.all([
    optional(client, '/system/routerboard'),
    client.print('/system/identity'),
    client.print('/ip/arp'),
    optional(client, '/ip/neighbor'),
  ]);
  const kinds = Object.keys(objectMenus) as ObjectKind[];
  const tables = await Promise.all(kinds.map((kind) => client.print(objectMenus[kind])));
  const further = Object.keys(furtherMenus) as FurtherKind[];
  const others = await Promise.all(further.map((kind) => optional(client, furtherMenus[kind])));
  const objects = Object.fromEntries([
    ...kinds.map((kind, index) => [kind, tables[index] ?? []] as const),
    ...further.map((kind, index) => [kind, others[index] ?? []] as const),
  ]) as Inventory['objects'];
  const controller = {
    version: (resource['version'] ?? '').split(' ')[0] ?? '',
    model: board[0]?.['model'] ?? resource['board-name'] ?? null,
    serial: board[0]?.['serial-number'] ?? null,
    identity: identityRow?.['name'] ?? '',
  };
  const own = routerDevice(controller, objects['interfaces.interface'], objects['interfaces.address']);
  const clients = clientDevices(objects['dhcp.lease'], neighbours, arp).filter(
    (device) => device.mac !== own.mac,
  );
  return { controller, devices: [own, ...clients], objects };
}

/** Present clients of its leases; neighbours that announce themselves as parts of the network are none. */
export async function readClients(client: InventoryReader): Promise<readonly NetworkClient[]> {
  const [leases, arp] = await Promise.all([client.print(objectMenus['dhcp.lease']), client.print('/ip/arp')]);
  return clientsIn(clientDevices(leases, [], arp));
}

/** Virtual routers have no board, and some images have no neighbour table: that is no failure of the reading. */
async function optional(client: InventoryReader, menu: string): Promise<readonly RouterRow[]> {
  try {
    return await client.print(menu);
  } catch (error) {
    const absent = error instanceof DeviceError && error.detail?.startsWith('no such command');
    if (absent || (error instanceof DeviceError && error.type === 'adapter_not_found')) return [];
    throw error;
  }
}
