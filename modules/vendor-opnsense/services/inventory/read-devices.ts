import {
  type ControllerFacts,
  clientDevice,
  clientsIn,
  type DeviceFacts,
  type NetworkClient,
} from '@patchbay/vendor-kit';
import type { FirewallAccess } from '../exchange/firewall-access.ts';
import { readLeases } from './further-lists.ts';
import { searchRows } from './objects.ts';

type Row = Readonly<Record<string, unknown>>;

const MAX_DEVICES = 20_000;
const MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i;

/** The firewall itself first, then every station it leases an address to or sees on its networks. */
export async function readDevices(
  access: FirewallAccess,
  controller: ControllerFacts,
): Promise<readonly DeviceFacts[]> {
  const interfaces = await searchRows(access, '/api/interfaces/overview/interfacesInfo');
  const leases = await readLeases(access);
  const neighbours = rowsOf(await access.get('/api/diagnostics/interface/getArp'));
  const own = firewallDevice(controller, interfaces);
  return [own, ...stations(leases, neighbours).filter((device) => device.mac !== own.mac)];
}

/** Clients with a lease or seen on its networks, as the firewall knows them now. */
export async function readClients(access: FirewallAccess): Promise<readonly NetworkClient[]> {
  const leases = await readLeases(access);
  const neighbours = rowsOf(await access.get('/api/diagnostics/interface/getArp'));
  return clientsIn(stations(leases, neighbours));
}

function firewallDevice(controller: ControllerFacts, interfaces: readonly Row[]): DeviceFacts {
  const lan = interfaces.find((row) => row['identifier'] === 'lan') ?? interfaces[0] ?? {};
  const address = text(lan['macaddr']).split(' ')[0]?.toLowerCase() ?? '';
  const name = controller.name ?? 'firewall';
  return {
    external_id: address === '' ? name : address,
    name,
    kind: 'firewall',
    status: 'online',
    ip: text(lan['addr4']).split('/')[0] || null,
    mac: address || null,
    model: controller.model,
    firmware: controller.version,
    serial: null,
  };
}

/** One device per hardware address; one that answers on the network is online. */
function stations(leases: readonly Row[], neighbours: readonly Row[]): readonly DeviceFacts[] {
  const devices = new Map<string, DeviceFacts>();
  const add = (row: Row, address: string, ip: string, isOnline: boolean) => {
    const key = address.toLowerCase();
    if (!MAC.test(key) || devices.size >= MAX_DEVICES) return;
    const known = devices.get(key);
    const name = text(row['hostname']) || known?.name || ip || key;
    const isSeen = isOnline || known?.status === 'online';
    devices.set(key, clientDevice(key, name, ip || known?.ip || null, isSeen));
  };
  for (const row of leases) add(row, text(row['hwaddr']), text(row['address']), false);
  for (const row of neighbours) {
    // Permanent entries are the firewall's own addresses.
    if (row['permanent'] !== true) add(row, text(row['mac']), text(row['ip']), row['expired'] !== true);
  }
  return [...devices.values()];
}

/** The table of neighbours comes as a bare list. */
const rowsOf = (answer: unknown): readonly Row[] =>
  Array.isArray(answer) ? answer.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
