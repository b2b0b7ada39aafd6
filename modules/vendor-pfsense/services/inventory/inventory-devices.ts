import { type ControllerFacts, clientDevice, type DeviceFacts } from '@patchbay/vendor-kit';
import type { Row } from '../exchange/api-client.ts';

const MAX_DEVICES = 20_000;

/** The firewall as a device of its own; a virtual one has no serial number and goes by its first port. */
export function firewallDevice(controller: ControllerFacts, ports: readonly Row[]): DeviceFacts {
  const lan = ports.find((port) => port['name'] === 'lan') ?? ports[0];
  const mac = textOf(ports.map((port) => port['macaddr']).find((each) => textOf(each) !== null));
  return {
    external_id: controller.serial ?? mac ?? controller.name ?? 'firewall',
    name: controller.name ?? 'firewall',
    kind: 'firewall',
    status: 'online',
    ip: textOf(lan?.['ipaddr']),
    mac,
    model: controller.model,
    firmware: controller.version,
    serial: controller.serial,
  };
}

/** One device per hardware address: clients with a lease, and those seen on the wire without one. */
export function clientDevices(leases: readonly Row[], neighbours: readonly Row[]): readonly DeviceFacts[] {
  const seen = new Set(neighbours.map((row) => macOf(row['mac_address'])));
  const devices = new Map<string, DeviceFacts>();
  const add = (mac: string | null, name: string | null, ip: string | null, isOnline: boolean): void => {
    if (mac === null || devices.size >= MAX_DEVICES || devices.has(mac)) return;
    devices.set(mac, clientDevice(mac, name, ip, isOnline));
  };
  for (const lease of leases) {
    const mac = macOf(lease['mac']);
    const isOnline = String(lease['online_status'] ?? '').includes('online') || seen.has(mac);
    add(mac, textOf(lease['hostname']) ?? textOf(lease['descr']), textOf(lease['ip']), isOnline);
  }
  for (const row of neighbours) {
    if (row['permanent'] === true) continue;
    add(macOf(row['mac_address']), textOf(row['hostname']), textOf(row['ip_address']), true);
  }
  return [...devices.values()];
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value !== '?' ? value : null;

const macOf = (value: unknown): string | null => {
  const text = textOf(value)?.toLowerCase() ?? null;
  return text !== null && /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(text) ? text : null;
};
