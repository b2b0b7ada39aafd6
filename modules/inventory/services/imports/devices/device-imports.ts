import {
  type CsvImport,
  type CsvImportInput,
  type CsvImportReply,
  type ImportFaults,
  type ImportPlan,
  importCsv,
} from '@patchbay/csv-import';
import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Devices } from '../../devices/devices.ts';
import { type DeviceRecord, deviceColumns } from '../import-columns.ts';
import { knownDevices } from './known-devices.ts';
import { DevicePlanner, type DeviceUpdate } from './plan-devices.ts';

type Plan = ImportPlan<never, DeviceUpdate>;

/** Fields of devices from a file. Devices themselves come from syncs: a file makes none. */
export class DeviceImports
  extends Service<{ database: Database; devices: Devices }>
  implements CsvImport<typeof deviceColumns, never, DeviceUpdate>
{
  readonly columns = deviceColumns;

  /** Throws `kernel.validation_failed` unless it is a dry run. */
  import(principal: Principal, input: CsvImportInput): Promise<CsvImportReply> {
    return importCsv(this.parts.database, principal, input, this);
  }

  async plan(unit: UnitOfWork, records: readonly DeviceRecord[], faults: ImportFaults): Promise<Plan> {
    const planner = new DevicePlanner(await knownDevices(unit, records), faults);
    const slice = new EventLoopSlice();
    for (const record of records) {
      if (slice.isOver) await slice.yield();
      planner.take(record);
    }
    return planner;
  }

  async carryOut(work: UnitOfWork, { updates }: Plan): Promise<void> {
    if (updates.length === 0) return;
    await this.parts.devices.changeEach(work, new Map(updates.map(({ id, patch }) => [id, patch])));
  }
}
