import type { DeviceFacts, VendorValue } from '@patchbay/vendor-kit';
import { textOf } from '../behaviours/behaviour.ts';

const MAX_DEVICES = 20_000;
/** States of the integration interface in which a device answers its controller. */
const reachable = new Set(['ONLINE', 'UPDATING', 'GETTING_READY', 'ADOPTING', 'ISOLATED']);
const classicConnected = new Set([1, 4, 5]);

export interface InventoryRows {
  /** Of the integration interface; empty where there is none. */
  readonly devices: readonly VendorValue[];
  readonly clients: readonly VendorValue[];
  /** `stat/device`: the only place with serial numbers. */
  readonly classicDevices: readonly VendorValue[];
  readonly classicClients: readonly VendorValue[];
  /** Every client ever seen. */
  readonly known: readonly VendorValue[];
}

/** Network devices first, then clients; one device per hardware address, which outlives every id of the product. */
export function inventoryDevices(rows: InventoryRows): readonly DeviceFacts[] {
  const found = new Map<string, DeviceFacts>();
  const add = (device: DeviceFacts | null) => {
    if (device && found.size < MAX_DEVICES && !found.has(device.external_id))
      found.set(device.external_id, device);
  };
  const serials = new Map(rows.classicDevices.map(({ mac, serial }) => [textOf(mac), textOf(serial)]));
  for (const row of rows.devices) add(networkDevice(row, serials));
  for (const row of rows.classicDevices) add(classicDevice(row));
  for (const row of rows.clients)
    add(client(row, textOf(row['macAddress']), textOf(row['ipAddress']), 'online'));
  for (const row of rows.classicClients) add(client(row, textOf(row['mac']), textOf(row['ip']), 'online'));
  for (const row of rows.known) add(client(row, textOf(row['mac']), textOf(row['last_ip']), 'offline'));
  return [...found.values()];
}

function networkDevice(
  row: VendorValue,
  serials: ReadonlyMap<string | null, string | null>,
): DeviceFacts | null {
  const mac = textOf(row['macAddress'])?.toLowerCase() ?? null;
  if (mac === null) return null;
  return {
    external_id: mac,
    name: textOf(row['name']) ?? mac,
    kind: kindOf(row['features']),
    status: reachable.has(String(row['state'])) ? 'online' : 'offline',
    ip: textOf(row['ipAddress']),
    mac,
    model: textOf(row['model']),
    firmware: textOf(row['firmwareVersion']),
    serial: serials.get(mac) ?? null,
  };
}

function classicDevice(row: VendorValue): DeviceFacts | null {
  const mac = textOf(row['mac'])?.toLowerCase() ?? null;
  if (mac === null) return null;
  const kinds: Readonly<Record<string, string>> = { uap: 'access_point', usw: 'switch' };
  return {
    external_id: mac,
    name: textOf(row['name']) ?? mac,
    kind: kinds[String(row['type'])] ?? 'gateway',
    status: classicConnected.has(Number(row['state'])) ? 'online' : 'offline',
    ip: textOf(row['ip']),
    mac,
    model: textOf(row['model']),
    firmware: textOf(row['version']),
    serial: textOf(row['serial']),
  };
}

function client(
  row: VendorValue,
  address: string | null,
  ip: string | null,
  status: 'online' | 'offline',
): DeviceFacts | null {
  const mac = address?.toLowerCase() ?? null;
  if (mac === null) return null;
  return {
    external_id: mac,
    name: textOf(row['name']) ?? textOf(row['hostname']) ?? ip ?? mac,
    kind: 'client',
    status,
    ip,
    mac,
    model: null,
    firmware: null,
    serial: null,
  };
}

function kindOf(features: unknown): string {
  const has = (name: string) => Array.isArray(features) && features.includes(name);
  if (has('gateway')) return 'gateway';
  return has('switching') && !has('accessPoint') ? 'switch' : 'access_point';
}
