import type { UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { defineEvent } from '@patchbay/kernel/events';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import { NullableText } from '@patchbay/kernel/schema';
import type { ControllerTarget, VendorSession, VendorValue } from '@patchbay/vendor-kit';
import Type from 'typebox';

export { vlanEvents, wifiEvents } from './events.ts';

/** A controller as other modules may know it: no credential. */
export interface ControllerView {
  readonly id: string;
  readonly organization_id: string;
  readonly site_id: string;
  readonly vendor: string;
  readonly name: string;
  readonly url: string;
  readonly status: string;
  readonly version: string | null;
}

/** A controller whose credential is at hand. */
export interface FoundController {
  readonly controller: ControllerView;
  open(options?: {
    readonly contact?: false;
    /** Stands between the requests of the session and the device, as in a rehearsal. */
    readonly through?: ControllerTarget['through'];
  }): Promise<VendorSession>;
}

export interface Controllers {
  /** Throws `kernel.not_found` for absent, deleted, foreign and out-of-grant ids alike. */
  get(principal: Principal, controller_id: string): Promise<ControllerView>;
  /**
   * A session with the controller, credential opened, under its bulkhead. It contacts nothing, but for taking down
   * the certificate of one that is pinned on first use; `contact: false` leaves that out, for sessions that only say
   * what is known already. Throws `AdapterError` when that certificate cannot be had, and when the credential may not be sent there.
   * Call it outside a unit of work: a device is never talked to while a transaction is open.
   */
  open(
    principal: Principal,
    controller_id: string,
    options?: { readonly contact?: false },
  ): Promise<{ readonly controller: ControllerView; readonly session: VendorSession }>;
  /** Reads as `open` does, inside a unit of work too; the session is opened outside of it. Throws as `open` does. */
  find(principal: Principal, controller_id: string): Promise<FoundController>;
  /** Value of an object as of the last sync (`feature` without vendor prefix), or null. */
  synced(
    principal: Principal,
    controller_id: string,
    feature: string,
    target_id: string,
  ): Promise<VendorValue | null>;
  /** Keeps what a verified apply read back, so that the next diff starts from it. */
  remember(
    principal: Principal,
    controller_id: string,
    feature: string,
    target_id: string,
    value: VendorValue | null,
  ): Promise<void>;
}

export const CONTROLLERS: Token<Controllers> = token('inventory.controllers');

/** Rows of another module that stand at the site of their controller, and go with it. */
export interface ControllerFollower {
  /** In the unit in which the controller moves; it stands at `site_id` already. */
  moved(work: UnitOfWork, controller_id: string, site_id: string): Promise<void>;
}

/** End of a sync of a controller, successful or not. */
export interface EndedSync {
  readonly sync_id: string;
  readonly controller_id: string;
  readonly site_id: string;
  readonly vendor: string;
  readonly name: string;
  readonly status: 'succeeded' | 'failed';
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly missing: number;
  readonly error: string | null;
  readonly finished_at: string;
}

/** Contribution of another module to the end of a sync. */
export interface SyncEnding {
  /** In the unit that ends it, so that it is said exactly once. */
  ended(work: UnitOfWork, sync: EndedSync): void;
}

export const SYNC_ENDINGS: ExtensionPoint<SyncEnding> = extensionPoint('inventory.sync-endings');

export const CONTROLLER_FOLLOWERS: ExtensionPoint<ControllerFollower> = extensionPoint(
  'inventory.controller-followers',
);

const DeviceData = Type.Object({
  name: Type.String(),
  old_status: NullableText,
  new_status: Type.String(),
  reason: NullableText,
});

const deviceEvent = (type: string, title: string, description: string) =>
  defineEvent({
    type,
    title,
    description,
    category: 'device',
    access: { permission: 'device:read' },
    payload: Type.Object({ device_id: Type.String(), site_id: Type.String(), data: DeviceData }),
  });

export const deviceStatusChanged = deviceEvent(
  'device.status.changed',
  'Device status changed',
  'A device went online or offline.',
);
export const deviceDiscovered = deviceEvent(
  'device.discovered',
  'Device discovered',
  'A device was seen for the first time.',
);
export const deviceUpdated = deviceEvent('device.updated', 'Device updated', 'Facts of a device changed.');

/**
 * A controller began or stopped to answer, or began to refuse us. Its devices keep their status until a second
 * contact in a row fails; then they go offline (`controller_unreachable`), and come back with the next reading.
 */
export const controllerStatusChanged = defineEvent({
  type: 'controller.status.changed',
  title: 'Controller status changed',
  description: 'A controller became reachable, unreachable, or refused the platform.',
  category: 'controller',
  access: { permission: 'controller:read' },
  payload: Type.Object({ controller_id: Type.String(), site_id: Type.String(), data: DeviceData }),
});
