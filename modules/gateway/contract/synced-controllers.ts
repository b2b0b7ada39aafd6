import type { UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { defineError } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { FirewallReading, ObjectsByFeature, VlanReading, VpnReading } from '@patchbay/vendor-kit';

/** Vendor-neutral readings that vendors may offer. */
export interface Readings {
  readonly vlans: VlanReading;
  readonly firewall: FirewallReading;
  readonly vpn: VpnReading;
}

/** A controller with what its last sync brought, as far as a reading needs it. */
export interface SyncedController<K extends keyof Readings> {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  /** Prefix of its features' keys. */
  readonly feature_prefix: string;
  readonly site_id: string;
  readonly status: string;
  readonly last_sync_at: string | null;
  /** Null where the vendor offers none, or its module is off. */
  readonly reading: Readings[K] | null;
  /** Lists stand in the device's order. */
  readonly objects: ObjectsByFeature;
  /** Why nothing is known, or only what was known earlier; null when neither. */
  readonly gap: string | null;
  /** Whether there is anything to read. */
  readonly is_read: boolean;
}

export interface SyncedScope {
  readonly site_id?: string | undefined;
  readonly controller_id?: string | undefined;
  readonly vendor?: string | undefined;
}

/** Kept objects of whole controllers; no device is contacted. */
export interface SyncedControllers {
  /**
   * Controllers that `principal` can see, oldest first, those that could not be read among them. Throws
   * `gateway.too_wide` when they are too many to be read at once.
   */
  read<K extends keyof Readings>(
    principal: Principal,
    scope: SyncedScope,
    kind: K,
  ): Promise<readonly SyncedController<K>[]>;
  /** The same in a unit that is open, over its connection. */
  readIn<K extends keyof Readings>(
    unit: UnitOfWork,
    scope: SyncedScope,
    kind: K,
  ): Promise<readonly SyncedController<K>[]>;
}

export const SYNCED_CONTROLLERS: Token<SyncedControllers> = token('gateway.synced-controllers');

export const tooWide = defineError({
  id: 'gateway.too_wide',
  kind: 'unprocessable',
  message: 'These are too many objects to be read at once; narrow by site_id, controller_id or vendor.',
});
