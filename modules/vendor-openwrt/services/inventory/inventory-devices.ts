import { clientDevice, type DeviceFacts, type VendorValue } from '@patchbay/vendor-kit';
import { recordOf, rowsOf, textOrNull } from './rows.ts';

const MAX_DEVICES = 20_000;
/** A bridge of the local network first, then whatever has an address of its own. */
const preferredPorts = ['br-lan', 'eth0', 'lan'];

export const upperMac = (mac: unknown): string | null => textOrNull(mac)?.toUpperCase() ?? null;

/** Hardware address by which the device itself is known. */
export function ownMac(ports: VendorValue): string | null {
  const found = [...preferredPorts, ...Object.keys(ports)].map((name) =>
    upperMac(recordOf(ports[name])['macaddr']),
  );
  return found.find((mac) => mac !== null && mac !== '00:00:00:00:00:00') ?? null;
}

export function ownDevice(
  board: VendorValue,
  mac: string | null,
  interfaces: unknown,
  serial: string | null,
): DeviceFacts {
  const hostname = textOrNull(board['hostname']) ?? 'OpenWrt';
  const lan = rowsOf(interfaces).filter((row) => row['interface'] !== 'loopback');
  const addressed = lan.find((row) => row['interface'] === 'lan') ?? lan[0] ?? {};
  const [first] = rowsOf(addressed['ipv4-address']);
  return {
    external_id: mac ?? hostname,
    name: hostname,
    kind: 'access_point',
    status: 'online',
    ip: textOrNull(first?.['address']),
    mac,
    model: textOrNull(board['model']),
    firmware: textOrNull(recordOf(board['release'])['version']),
    serial,
  };
}

/** One device per hardware address, from leases, wireless stations and named hosts. */
export function clientDevices(
  leases: readonly VendorValue[],
  hints: VendorValue,
  stations: ReadonlySet<string>,
): readonly DeviceFacts[] {
  const devices = new Map<string, DeviceFacts>();
  for (const lease of leases) {
    const mac = upperMac(lease['macaddr']) ?? upperMac(lease['mac']);
    if (mac === null || devices.size >= MAX_DEVICES) continue;
    const ip = textOrNull(lease['ipaddr']) ?? textOrNull(lease['address']);
    // Seconds that are left; an endless lease says false.
    const holds = lease['expires'] === false || Number(lease['expires'] ?? lease['valid'] ?? 0) > 0;
    devices.set(mac, clientDevice(mac, textOrNull(lease['hostname']), ip, holds || stations.has(mac)));
  }
  for (const mac of stations) {
    if (devices.has(mac) || devices.size >= MAX_DEVICES) continue;
    const hint = recordOf(hints[mac]);
    const [ip] = Array.isArray(hint['ipaddrs']) ? hint['ipaddrs'] : [];
    devices.set(mac, clientDevice(mac, textOrNull(hint['name']), textOrNull(ip), true));
  }
  return [...devices.values()];
}
