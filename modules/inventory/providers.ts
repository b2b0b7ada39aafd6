import { DATABASE } from '@patchbay/kernel/database';
import { type Public, provide, type Token, token } from '@patchbay/kernel/di';
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
import { DeviceHistories } from './services/devices/device-history.ts';
import { Devices } from './services/devices/devices.ts';
import { ControllerSyncs } from './services/syncs/controller-syncs.ts';
import { SnapshotKeeper } from './services/syncs/snapshot-keeper.ts';
import { SyncEnds } from './services/syncs/sync-ends.ts';
import { SyncRunner } from './services/syncs/sync-runner.ts';
import { SyncSchedule } from './services/syncs/sync-schedule.ts';
import {
  CONTROLLER_ACCESS,
  CONTROLLER_PROBE,
  CONTROLLER_RECORDS,
  CONTROLLER_SYNCS,
  CREDENTIALS,
  DEVICE_HISTORIES,
  DEVICES,
  SYNC_RUNNER,
  SYNC_SCHEDULE,
} from './tokens.ts';

const SNAPSHOT_KEEPER: Token<Public<SnapshotKeeper>> = token('inventory.snapshot-keeper');
const SYNC_ENDS: Token<Public<SyncEnds>> = token('inventory.sync-ends');
const CERTIFICATE_PINS: Token<Public<CertificatePins>> = token('inventory.certificate-pins');
const BULKHEADS: Token<ControllerBulkheads> = token('inventory.controller-bulkheads');

export const inventoryProviders = [
  provide(CREDENTIALS, [DATABASE, SECRETS], (database, secrets) => new Credentials(database, secrets)),
  provide(DEVICE_HISTORIES, [DATABASE], (database) => new DeviceHistories(database)),
  provide(DEVICES, [DATABASE, QUOTAS], (database, quotas) => new Devices(database, quotas)),
  provide(
    CERTIFICATE_PINS,
    [DATABASE, OUTBOUND],
    (database, outbound) => new CertificatePins(database, outbound),
  ),
  provide(BULKHEADS, [CLOCK], (clock) => new ControllerBulkheads(clock)),
  provide(
    CONTROLLER_RECORDS,
    [DATABASE, VENDORS.all, BULKHEADS, PERMISSION_MAP, QUOTAS, CONTROLLER_FOLLOWERS.all],
    (...deps) => new ControllerRecords(...deps),
  ),
  provide(
    CONTROLLER_ACCESS,
    [DATABASE, CREDENTIALS, VENDORS.all, BULKHEADS, CERTIFICATE_PINS],
    (...deps) => new ControllerAccess(...deps),
  ),
  provide(CONTROLLERS, [CONTROLLER_ACCESS], (access) => access),
  provide(
    CONTROLLER_PROBE,
    [DATABASE, CONTROLLER_ACCESS, CLOCK],
    (database, access, clock) => new ControllerProbe(database, access, clock),
  ),
  provide(
    CONTROLLER_SYNCS,
    [DATABASE, JOBS],
    (database, jobs) =>
      new ControllerSyncs(database, (unit, order, options) =>
        jobs.enqueue(unit, syncController, order, options),
      ),
  ),
  provide(SYNC_ENDS, [SYNC_ENDINGS.all], (endings) => new SyncEnds(endings)),
  provide(
    SNAPSHOT_KEEPER,
    [DATABASE, VENDORS.all, QUOTAS, SYNC_ENDS],
    (...deps) => new SnapshotKeeper(...deps),
  ),
  provide(
    SYNC_RUNNER,
    [DATABASE, CONTROLLER_ACCESS, SNAPSHOT_KEEPER, CONTROLLER_SYNCS, SYNC_ENDS, LOGGER],
    (...deps) => new SyncRunner(...deps),
  ),
  provide(
    SYNC_SCHEDULE,
    [DATABASE, CONTROLLER_SYNCS, CLOCK],
    (database, syncs, clock) => new SyncSchedule(database, syncs, clock),
  ),
];
