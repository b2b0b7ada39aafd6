import { type Token, token } from '@patchbay/kernel/di';
import { defineEvent } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { VendorSession, VendorValue } from '@patchbay/module-gateway/contract';
import Type from 'typebox';

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

export interface Controllers {
  /** Throws `kernel.not_found` for absent, deleted, foreign and out-of-grant ids alike. */
  get(principal: Principal, controller_id: string): Promise<ControllerView>;
  /**
   * A session with the controller, credential opened, under its bulkhead; contacts nothing by itself.
   * Call it outside a unit of work: a device is never talked to while a transaction is open.
   */
  open(
    principal: Principal,
    controller_id: string,
  ): Promise<{ readonly controller: ControllerView; readonly session: VendorSession }>;
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

const DeviceData = Type.Object({
  name: Type.String(),
  old_status: Type.Union([Type.String(), Type.Null()]),
  new_status: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
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

/** A controller began or stopped to answer, or began to refuse us; devices behind it keep their last status. */
export const controllerStatusChanged = defineEvent({
  type: 'controller.status.changed',
  title: 'Controller status changed',
  description: 'A controller became reachable, unreachable, or refused the platform.',
  category: 'controller',
  access: { permission: 'controller:read' },
  payload: Type.Object({ controller_id: Type.String(), site_id: Type.String(), data: DeviceData }),
});
