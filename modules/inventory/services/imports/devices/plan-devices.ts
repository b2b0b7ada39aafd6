import { Claims, changedFrom, type ImportFaults } from '@patchbay/csv-import';
import type { Static } from 'typebox';
import type { DevicePatch } from '../../../schemas/devices.ts';
import type { DeviceRecord } from '../import-columns.ts';
import type { KnownDevices } from './known-devices.ts';
import { type MeantDevice, meantDevice } from './meant-device.ts';

export interface DeviceUpdate {
  readonly id: string;
  readonly patch: Static<typeof DevicePatch>;
}

/** Decides record by record what a file sets at devices; what is wrong goes to the faults. */
export class DevicePlanner {
  readonly creations: readonly never[] = [];
  readonly updates: DeviceUpdate[] = [];
  unchanged = 0;
  readonly #known: KnownDevices;
  readonly #faults: ImportFaults;
  readonly #claims: Claims;

  constructor(known: KnownDevices, faults: ImportFaults) {
    this.#known = known;
    this.#faults = faults;
    this.#claims = new Claims(faults);
  }

  take(record: DeviceRecord): void {
    const { row, values } = record;
    const site_id = values.site === undefined ? undefined : this.#known.siteBy(values.site);
    if (values.site !== undefined && site_id === undefined)
      this.#faults.add(row, 'site', 'there is no such site', 'not_found');
    const meant = meantDevice(record, site_id, this.#known, this.#faults);
    if (meant !== null) this.#update(record, site_id, meant);
  }

  #update({ row, values }: DeviceRecord, site_id: string | undefined, { device, by }: MeantDevice): void {
    this.#claims.take(row, by, device.id);
    if (this.#faults.isAmong(row)) return;
    const { name, kind, tags, notes, location, custom_fields } = values;
    // Only what is otherwise: a field that a person set is left alone by every later sync.
    const patch = changedFrom(device, { name, kind, site_id, tags, notes, location, custom_fields });
    if (Object.keys(patch).length === 0) this.unchanged += 1;
    else this.updates.push({ id: device.id, patch });
  }
}
