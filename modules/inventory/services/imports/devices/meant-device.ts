import type { ImportFaults } from '@patchbay/csv-import';
import type { DeviceRecord } from '../import-columns.ts';
import { bareMac, type KnownDevice, type KnownDevices, placeOf } from './known-devices.ts';

/** The device that a record means, and the column by which it was found. */
export interface MeantDevice {
  readonly device: KnownDevice;
  readonly by: 'id' | 'mac' | 'serial' | 'name';
}

const KEYS = ['id', 'mac', 'serial'] as const;

/**
 * Finds the device of a record: by `id`, else by `mac`, else by `serial`, else by `name` and `site`. What else the
 * record says of these must be so, since it is no field that could be changed. Null when it is wrong, which is told, or
 * cannot be known.
 */
export function meantDevice(
  { row, values }: DeviceRecord,
  site_id: string | undefined,
  known: KnownDevices,
  faults: ImportFaults,
): MeantDevice | null {
  if (KEYS.some((key) => faults.isFaulty(row, key))) return null;
  const by = KEYS.find((key) => values[key] !== undefined) ?? 'name';
  const found = candidates(by, values, site_id, known);
  if (found === null) return unsaid(row, values, faults);
  const fitting = found.filter((device) => mismatchOf(device, values) === null);
  const [device, another] = fitting.length > 0 ? fitting : found;
  if (device === undefined) {
    faults.add(row, by, 'no device is this one; devices come from their controllers', 'not_found');
    return null;
  }
  if (another !== undefined) {
    faults.add(row, by, 'several devices are this one; say which by id', 'ambiguous');
    return null;
  }
  const mismatch = mismatchOf(device, values);
  if (mismatch === null) return { device, by };
  faults.add(row, mismatch, 'the device has another, and it cannot be changed', 'mismatch');
  return null;
}

/** Null where the record lacks what is needed to look. */
function candidates(
  by: MeantDevice['by'],
  { id = '', mac = '', serial = '', name }: DeviceRecord['values'],
  site_id: string | undefined,
  { byId, byMac, bySerial, byPlace }: KnownDevices,
): readonly KnownDevice[] | null {
  if (by === 'id') return [byId.get(id.toLowerCase())].filter((device) => device !== undefined);
  if (by === 'mac') return byMac.get(bareMac(mac)) ?? [];
  if (by === 'serial') return bySerial.get(serial) ?? [];
  return name === undefined || site_id === undefined ? null : (byPlace.get(placeOf(site_id, name)) ?? []);
}

function mismatchOf(device: KnownDevice, { mac, serial }: DeviceRecord['values']): 'mac' | 'serial' | null {
  if (mac !== undefined && bareMac(mac) !== bareMac(device.mac ?? '')) return 'mac';
  return serial !== undefined && serial !== device.serial ? 'serial' : null;
}

/** Tells what is missing, unless it is at fault already. */
function unsaid(row: number, { name, site }: DeviceRecord['values'], faults: ImportFaults): null {
  if (name === undefined && !faults.isFaulty(row, 'name'))
    faults.add(row, null, 'does not say which device: by id, mac, serial, or name and site', 'required');
  else if (site === undefined && !faults.isFaulty(row, 'site'))
    faults.add(row, 'site', 'is required where a device is meant by its name', 'required');
  return null;
}
