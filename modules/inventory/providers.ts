import { DATABASE } from '@patchbay/kernel/database';
import { provide, type Token, token } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { VENDORS } from '@patchbay/module-gateway/contract';
import { QUOTAS } from '@patchbay/module-organizations/contract';
import { CONTROLLERS } from './contract.ts';
import { syncController } from './jobs.ts';
import { ControllerAccess } from './services/controller-access.ts';
import { ControllerGates } from './services/controller-gates.ts';
import { ControllerProbe } from './services/controller-probe.ts';
import { ControllerRecords } from './services/controller-records.ts';
import { ControllerSyncs } from './services/controller-syncs.ts';
import { Credentials } from './services/credentials.ts';
import { Devices } from './services/devices.ts';
import { SyncRunner } from './services/sync-runner.ts';
import { SyncSchedule } from './services/sync-schedule.ts';
import {
  CONTROLLER_ACCESS,
  CONTROLLER_PROBE,
  CONTROLLER_RECORDS,
  CONTROLLER_SYNCS,
  CREDENTIALS,
  DEVICES,
  SYNC_RUNNER,
  SYNC_SCHEDULE,
} from './tokens.ts';

const GATES: Token<ControllerGates> = token('inventory.controller-gates');

export const inventoryProviders = [
  provide(CREDENTIALS, [DATABASE, SECRETS], (database, secrets) => new Credentials(database, secrets)),
  provide(DEVICES, [DATABASE, QUOTAS], (database, quotas) => new Devices(database, quotas)),
  provide(GATES, [CLOCK], (clock) => new ControllerGates(clock)),
  provide(
    CONTROLLER_RECORDS,
    [DATABASE, VENDORS.all, GATES, PERMISSION_MAP, QUOTAS],
    (...deps) => new ControllerRecords(...deps),
  ),
  provide(
    CONTROLLER_ACCESS,
    [DATABASE, CREDENTIALS, VENDORS.all, GATES],
    (database, credentials, vendors, gates) => new ControllerAccess(database, credentials, vendors, gates),
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
  provide(
    SYNC_RUNNER,
    [DATABASE, CONTROLLER_ACCESS, VENDORS.all, QUOTAS, LOGGER],
    (...deps) => new SyncRunner(...deps),
  ),
  provide(
    SYNC_SCHEDULE,
    [DATABASE, CONTROLLER_SYNCS, CLOCK],
    (database, syncs, clock) => new SyncSchedule(database, syncs, clock),
  ),
];
