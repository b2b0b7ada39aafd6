import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { QUOTAS } from '@patchbay/module-organizations/contract';
import { VENDORS } from '@patchbay/vendor-kit';
import { CONTROLLER_FOLLOWERS, CONTROLLERS, SYNC_ENDINGS } from './contract.ts';
import { syncController } from './jobs.ts';
import { CertificatePins } from './services/controllers/certificate-pins.ts';
import { ControllerAccess } from './services/controllers/controller-access.ts';
import { ControllerBulkheads } from './services/controllers/controller-bulkheads.ts';
import { ControllerProbe } from './services/controllers/controller-probe.ts';
import { ControllerRecords } from './services/controllers/controller-records.ts';
import { Credentials } from './services/credentials/credentials.ts';
import { DeviceHistories } from './services/devices/device-histories.ts';
import { Devices } from './services/devices/devices.ts';
import { ControllerImports } from './services/imports/controllers/controller-imports.ts';
import { DeviceImports } from './services/imports/devices/device-imports.ts';
import { ControllerSyncs } from './services/syncs/controller-syncs.ts';
import { SnapshotKeeper } from './services/syncs/snapshot-keeper.ts';
import { SyncEnds } from './services/syncs/sync-ends.ts';
import { SyncRunner } from './services/syncs/sync-runner.ts';
import { SyncSchedule } from './services/syncs/sync-schedule.ts';
import { SYNC_SCHEDULE } from './tokens.ts';

export const inventoryProviders = [
  provide(Credentials, { database: DATABASE, secrets: SECRETS }),
  provide(DeviceHistories, { database: DATABASE }),
  provide(Devices, { database: DATABASE, quotas: QUOTAS }),
  provide(CertificatePins, { database: DATABASE, outbound: OUTBOUND }),
  provide(ControllerBulkheads, { clock: CLOCK }),
  provide(ControllerRecords, {
    database: DATABASE,
    vendors: VENDORS.all,
    bulkheads: ControllerBulkheads,
    permissions: PERMISSION_MAP,
    quotas: QUOTAS,
    followers: CONTROLLER_FOLLOWERS.all,
  }),
  provide(ControllerImports, {
    database: DATABASE,
    controllers: ControllerRecords,
    permissions: PERMISSION_MAP,
    quotas: QUOTAS,
  }),
  provide(DeviceImports, { database: DATABASE, devices: Devices }),
  provide(ControllerAccess, {
    database: DATABASE,
    credentials: Credentials,
    vendors: VENDORS.all,
    bulkheads: ControllerBulkheads,
    pins: CertificatePins,
  }),
  provide(CONTROLLERS, [ControllerAccess], (access) => access),
  provide(ControllerProbe, { database: DATABASE, access: ControllerAccess, clock: CLOCK }),
  provide(
    ControllerSyncs,
    [DATABASE, JOBS],
    (database, jobs) =>
      new ControllerSyncs({
        database,
        enqueue: (unit, order, options) => jobs.enqueue(unit, syncController, order, options),
      }),
  ),
  provide(SyncEnds, { endings: SYNC_ENDINGS.all }),
  provide(SnapshotKeeper, { database: DATABASE, vendors: VENDORS.all, quotas: QUOTAS, ends: SyncEnds }),
  provide(SyncRunner, {
    database: DATABASE,
    access: ControllerAccess,
    keeper: SnapshotKeeper,
    syncs: ControllerSyncs,
    ends: SyncEnds,
    logger: LOGGER,
  }),
  provideAs(SYNC_SCHEDULE, SyncSchedule, { database: DATABASE, syncs: ControllerSyncs, clock: CLOCK }),
];
