import { clientDevice, type DeviceFacts } from '@patchbay/vendor-kit';
import type { RouterRow } from './rows.ts';

interface RouterIdentity {
  readonly version: string;
  readonly model: string | null;
  readonly serial: string | null;
  readonly identity: string;
}

const MAX_DEVICES = 20_000;

/** The router as a device of its own. A virtual one has no serial number and goes by its first port. */
export function routerDevice(
  router: RouterIdentity,
  interfaces: readonly RouterRow[],
  addresses: readonly RouterRow[],
): DeviceFacts {
  const mac = interfaces.find((row) => row['type'] === 'ether')?.['mac-address'] ?? null;
  const own =
    addresses.find((row) => row['dynamic'] !== 'true' && row['disabled'] !== 'true') ?? addresses[0];
  return {
    external_id: router.serial ?? mac ?? router.identity,
    name: router.identity,
    kind: 'router',
    status: 'online',
    ip: own?.['address']?.split('/')[0] ?? null,
    mac,
    model: router.model,
    firmware: router.version,
    serial: router.serial,
  };
}

/** One device per hardware address. A neighbour's own announcement wins over its lease. */
export function clientDevices(
  leases: readonly RouterRow[],
  neighbours: readonly RouterRow[],
  arp: readonly RouterRow[],
): readonly DeviceFacts[] {
  const reachable = new Set(arp.filter((row) => row['complete'] === 'true').map((row) => row['mac-address']));
  const devices = new Map<string, DeviceFacts>();
  for (const lease of leases) {
    const mac = lease['active-mac-address'] ?? lease['mac-address'];
    if (mac === undefined || devices.size >= MAX_DEVICES) continue;
    const ip = lease['active-address'] ?? lease['address'] ?? null;
    const online = lease['disabled'] !== 'true' && (lease['status'] === 'bound' || reachable.has(mac));
    devices.set(mac, clientDevice(mac, lease['host-name'] ?? lease['comment'] ?? null, ip, online));
  }
  for (const neighbour of neighbours) {
    const mac = neighbour['mac-address'];
    if (mac === undefined || devices.size >= MAX_DEVICES) continue;
    const known = devices.get(mac);
    devices.set(mac, {
      external_id: mac,
      name: neighbour['identity'] ?? known?.name ?? mac,
      kind: 'network',
      status: 'online',
      ip: neighbour['address4'] ?? neighbour['address'] ?? known?.ip ?? null,
      mac,
      model: neighbour['board'] ?? null,
      firmware: neighbour['version']?.split(' ')[0] ?? null,
      serial: null,
    });
  }
  return [...devices.values()];
}
