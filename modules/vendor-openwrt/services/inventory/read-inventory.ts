import {
  AdapterError,
  type ControllerFacts,
  clientsIn,
  type DeviceFacts,
  type NetworkClient,
  type VendorValue,
} from '@patchbay/vendor-kit';
import type { CommandAccess } from '../commands/device-commands.ts';
import { devicesOf } from '../commands/network-commands.ts';
import { clientDevices, ownDevice, ownMac, upperMac } from './inventory-devices.ts';
import { recordOf, rowsOf, textOrNull } from './rows.ts';

type Reader = Pick<CommandAccess, 'call'>;

/** Areas by the file without which they offer nothing. */
const areaConfigs: Readonly<Record<string, string>> = {
  interfaces: 'network',
  wireless: 'wireless',
  firewall: 'firewall',
  nat: 'firewall',
  dhcp: 'dhcp',
  dns: 'dhcp',
  vpn: 'network',
  routing: 'network',
  system: 'system',
  security: 'rpcd',
};
const alwaysThere = ['services', 'cron', 'diagnostics'];

export async function readFacts(access: Reader, configs: readonly string[]): Promise<ControllerFacts> {
  const board = (await access.call('system', 'board')) ?? {};
  const ports = (await optional(access, 'network.device', 'status')) ?? {};
  return factsOf(board, ownMac(ports), configs);
}

function factsOf(board: VendorValue, mac: string | null, configs: readonly string[]): ControllerFacts {
  const areas = Object.entries(areaConfigs).filter(([, config]) => configs.includes(config));
  return {
    version: textOrNull(recordOf(board['release'])['version']) ?? '',
    model: textOrNull(board['model']),
    // The board has no serial number; its hardware address distinguishes devices of one model.
    serial: mac,
    name: textOrNull(board['hostname']),
    capabilities: [...areas.map(([area]) => area), ...alwaysThere],
  };
}

/** Clients with a lease or on the air, as the device knows them now. */
export async function readClients(access: Reader): Promise<readonly NetworkClient[]> {
  const [hints, leases, stations] = await Promise.all([
    optional(access, 'luci-rpc', 'getHostHints'),
    readLeases(access),
    readStations(access),
  ]);
  return clientsIn(clientDevices(leases, hints ?? {}, stations));
}

export interface Inventory {
  readonly controller: ControllerFacts;
  /** The device itself first, then those behind it. */
  readonly devices: readonly DeviceFacts[];
}

/** Reads who is there. Objects that a package brings may be missing; any other failure ends the reading. */
export async function readInventory(access: Reader, configs: readonly string[]): Promise<Inventory> {
  const board = (await access.call('system', 'board')) ?? {};
  const [ports, dump, hints, leases, stations] = await Promise.all([
    optional(access, 'network.device', 'status'),
    optional(access, 'network.interface', 'dump'),
    optional(access, 'luci-rpc', 'getHostHints'),
    readLeases(access),
    readStations(access),
  ]);
  const mac = ownMac(ports ?? {});
  const own = ownDevice(board, mac, dump?.['interface'], mac);
  const clients = clientDevices(leases, hints ?? {}, stations).filter((device) => device.mac !== mac);
  return { controller: factsOf(board, mac, configs), devices: [own, ...clients] };
}

async function readLeases(access: Reader): Promise<readonly VendorValue[]> {
  const known = await optional(access, 'luci-rpc', 'getDHCPLeases');
  if (known !== null) return rowsOf(known['dhcp_leases']);
  // Without LuCI the DHCP server itself is asked; it answers by port.
  const byPort = recordOf((await optional(access, 'dhcp', 'ipv4leases'))?.['device']);
  return Object.values(byPort).flatMap((port) => rowsOf(recordOf(port)['leases']));
}

async function readStations(access: Reader): Promise<ReadonlySet<string>> {
  const ports = devicesOf(await optional(access, 'iwinfo', 'devices'));
  const lists = await Promise.all(ports.map((device) => optional(access, 'iwinfo', 'assoclist', { device })));
  const macs = lists.flatMap((list) => rowsOf(list?.['results']).map((row) => upperMac(row['mac'])));
  return new Set(macs.filter((mac) => mac !== null));
}

/** Null where the device has no such object, no such method, or no port of that kind. */
async function optional(
  access: Reader,
  object: string,
  method: string,
  given?: VendorValue,
): Promise<VendorValue | null> {
  try {
    return await access.call(object, method, given);
  } catch (error) {
    const isMissing = error instanceof AdapterError && error.outcome === 'refused';
    if (isMissing && error.type !== 'adapter_authentication_error' && error.type !== 'adapter_rate_limit')
      return null;
    throw error;
  }
}
