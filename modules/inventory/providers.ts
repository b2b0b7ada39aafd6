import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
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
import { ControllerSyncs } from './services/syncs/controller-syncs.ts';
import { SnapshotKeeper } from './services/syncs/snapshot-keeper.ts';
import { SyncEnds } from './services/syncs/sync-ends.ts';
import { SyncRunner } from './services/syncs/sync-runner.ts';
import { SyncSchedule } from './services/syncs/sync-schedule.ts';
import { SYNC_SCHEDULE } from './tokens.ts';

export const inventoryProviders = [
  provide(Credentials, [DATABASE, SECRETS]),
  provide(DeviceHistories, [DATABASE]),
  provide(Devices, [DATABASE, QUOTAS]),
  provide(CertificatePins, [DATABASE, OUTBOUND]),
  provide(ControllerBulkheads, [CLOCK]),
  provide(ControllerRecords, [
    DATABASE,
    VENDORS.all,
    ControllerBulkheads,
    PERMISSION_MAP,
    QUOTAS,
    CONTROLLER_FOLLOWERS.all,
  ]),
  provide(ControllerAccess, [DATABASE, Credentials, VENDORS.all, ControllerBulkheads, CertificatePins]),
  provide(CONTROLLERS, [ControllerAccess], (access) => access),
  provide(ControllerProbe, [DATABASE, ControllerAccess, CLOCK]),
  provide(
    ControllerSyncs,
    [DATABASE, JOBS],
    (database, jobs) =>
      new ControllerSyncs(database, (unit, order, options) =>
        jobs.enqueue(unit, syncController, order, options),
      ),
  ),
  provide(SyncEnds, [SYNC_ENDINGS.all]),
  provide(SnapshotKeeper, [DATABASE, VENDORS.all, QUOTAS, SyncEnds]),
  provide(SyncRunner, [DATABASE, ControllerAccess, SnapshotKeeper, ControllerSyncs, SyncEnds, LOGGER]),
  provide(SYNC_SCHEDULE, [DATABASE, ControllerSyncs, CLOCK], (...deps) => new SyncSchedule(...deps)),
];
