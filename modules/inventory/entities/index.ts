import type { TablesOf } from '@patchbay/kernel/database';
import { Controller } from './controller.ts';
import { ControllerObject } from './controller-object.ts';
import { ControllerSync } from './controller-sync.ts';
import { Credential } from './credential.ts';
import { CredentialHost } from './credential-host.ts';
import { Device } from './device.ts';
import { DeviceHistory } from './device-history.ts';

export const entities = [
  Credential,
  CredentialHost,
  Controller,
  Device,
  DeviceHistory,
  ControllerObject,
  ControllerSync,
];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
