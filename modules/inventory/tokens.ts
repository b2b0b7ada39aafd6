import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { ControllerAccess } from './services/controller-access.ts';
import type { ControllerProbe } from './services/controller-probe.ts';
import type { ControllerRecords } from './services/controller-records.ts';
import type { ControllerSyncs } from './services/controller-syncs.ts';
import type { Credentials } from './services/credentials.ts';
import type { Devices } from './services/devices.ts';
import type { SyncRunner } from './services/sync-runner.ts';
import type { SyncSchedule } from './services/sync-schedule.ts';

export const CREDENTIALS: Token<Public<Credentials>> = token('inventory.credentials');
export const CONTROLLER_ACCESS: Token<Public<ControllerAccess>> = token('inventory.controller-access');
export const CONTROLLER_RECORDS: Token<Public<ControllerRecords>> = token('inventory.controller-records');
export const CONTROLLER_PROBE: Token<Public<ControllerProbe>> = token('inventory.controller-probe');
export const CONTROLLER_SYNCS: Token<Public<ControllerSyncs>> = token('inventory.controller-syncs');
export const SYNC_RUNNER: Token<Public<SyncRunner>> = token('inventory.sync-runner');
export const SYNC_SCHEDULE: Token<Public<SyncSchedule>> = token('inventory.sync-schedule');
export const DEVICES: Token<Public<Devices>> = token('inventory.devices');
