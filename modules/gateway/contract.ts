import { type Token, token } from '@patchbay/kernel/di';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Artifact } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { FirewallAlert, FirewallReading } from './facts/firewall.ts';
import type { NetworkClient, Phone, StoragePool } from './facts/live-readings.ts';
import type { SyncedScope } from './facts/synced-controllers.ts';
import type { ObjectsByFeature, VendorValue } from './facts/vendor-value.ts';
import type { VlanReading } from './facts/vlans.ts';
import type { VpnReading } from './facts/vpn.ts';
import type { WifiReading } from './facts/wifi.ts';

export * from './adapter-errors.ts';
export * from './device-errors.ts';
export * from './events.ts';
export * from './facts/field-text.ts';
export type * from './facts/firewall.ts';
export * from './facts/live-readings.ts';
export * from './facts/object-order.ts';
export * from './facts/synced-controllers.ts';
export type * from './facts/vendor-value.ts';
export type * from './facts/vlans.ts';
export type * from './facts/vpn.ts';
export type * from './facts/wifi.ts';
export * from './feature-table.ts';
export { inTime } from './services/in-time.ts';
export { outboundSend } from './services/outbound-send.ts';
export { type Fence, underFence } from './services/write-fence.ts';
export type { Send, TransportAnswer, TransportRequest } from './transport.ts';

/** A controller as an adapter needs it: where, who, and how far to trust its certificate. */
export interface ControllerTarget {
  readonly id: string;
  readonly url: string;
  readonly credential: {
    readonly kind: 'password' | 'token' | 'key';
    readonly username: string | null;
    readonly secret: string;
  } | null;
  readonly tls: { readonly verify: boolean; readonly fingerprint?: string };
  /** The site the controller belongs to, for families whose controllers hold sites of their own. */
  readonly site?: { readonly name: string; readonly slug: string };
  /**
   * Every exchange with the controller runs through it: it holds the bulkhead and the login budget, and counts
   * the `AdapterError`s that come out. Absent where nothing is shared (tests, lab).
   */
  readonly guard?: <T>(exchange: () => Promise<T>) => Promise<T>;
}

export interface ControllerFacts {
  readonly version: string;
  readonly model: string | null;
  readonly serial: string | null;
  readonly name: string | null;
  /** Areas this version can do, for the capability list. */
  readonly capabilities: readonly string[];
}

/** One device behind a controller, in our words. `external_id` is stable across syncs of one controller. */
export interface DeviceFacts {
  readonly external_id: string;
  readonly name: string;
  readonly kind: string;
  readonly status: 'online' | 'offline';
  readonly ip: string | null;
  readonly mac: string | null;
  readonly model: string | null;
  readonly firmware: string | null;
  readonly serial: string | null;
}

/** Everything one sync reads. */
export interface Snapshot {
  readonly controller: ControllerFacts;
  readonly devices: readonly DeviceFacts[];
  readonly objects: ObjectsByFeature;
}

/** The device's own way to take writes back by itself unless they are confirmed. Only the changes module calls it. */
export interface DeviceConfirm {
  /**
   * Before a push: from now on the device takes back, after `seconds`, whatever is written. `name` is unique; the
   * answer is what `keep` is called with, in another session and perhaps another process.
   */
  arm(name: string, seconds: number): Promise<string>;
  /** Lets the writes stand, and clears what arming left behind; nothing armed any more is no error. */
  keep(token: string): Promise<void>;
  /** Whether the device still stands ready to take back. */
  isArmed(token: string): Promise<boolean>;
}

/** A write that is about to be reviewed, as far as it is known. */
export interface WriteInView {
  /** Feature key without the vendor's prefix. */
  readonly feature: string;
  readonly operation: 'create' | 'update' | 'delete';
  readonly payload: VendorValue;
  /** The target as it stands: as last synced or read live; null when not known. */
  readonly value: VendorValue | null;
  /** Whether the device may be read to find out; otherwise it is not contacted. */
  readonly live: boolean;
}

/** An open conversation with one controller. Reads only; writes are the staged features'. */
export interface VendorSession {
  /** Present where the device can take writes back; `Vendor.confirm` says for which features. */
  readonly confirm?: DeviceConfirm;
  /** What of the path by which this controller is reached the write touches, in words; empty when nothing. */
  reachesThrough?(write: WriteInView): Promise<readonly string[]>;
  probe(): Promise<ControllerFacts>;
  snapshot(): Promise<Snapshot>;
  /** Live objects of a feature (`firewall.filter`); null when the feature has none to list. */
  list(feature: string): Promise<readonly VendorValue[] | null>;
  /** What the device's firewall reported by itself, newest first, `most` at most. Absent where it reports nothing. */
  alerts?(most: number): Promise<readonly FirewallAlert[]>;
  /** Who is, or was lately, on its networks. Absent where it does not know. */
  clients?(): Promise<readonly NetworkClient[]>;
  /** What one of its cameras sees right now. Absent where it has none. */
  picture?(external_id: string): Promise<Artifact>;
  /**
   * What its cameras reported since it was asked last; does not wait for more. `held` is the subscription of the
   * answer before, null at first; one that is over is made anew. Absent where it reports nothing.
   */
  sightings?(held: string | null): Promise<Sightings>;
  /** Its phones, and what they are doing now. Absent where it has none. */
  phones?(): Promise<readonly Phone[]>;
  /** Where it keeps data, and how those places are. Absent where it keeps none. */
  pools?(): Promise<readonly StoragePool[]>;
}

/** Something that a camera made out by itself. */
export interface Sighting {
  /** The camera, as `DeviceFacts` name it. */
  readonly external_id: string;
  readonly kind: 'motion' | 'person';
  /** By the camera's own clock; null when it says none. */
  readonly seen_at: string | null;
}

export interface Sightings {
  /** What the next question names as `held`; at most 2,048 characters. */
  readonly subscription: string;
  /** Oldest first. */
  readonly seen: readonly Sighting[];
}

/** A maker's product family (one package each); contributes to `VENDORS`. */
export interface Vendor {
  /** Identifier in our interface (`mikrotik`). */
  readonly id: string;
  readonly title: string;
  /** Whether `by-gateway?vendor=` knows it. */
  readonly gateway: boolean;
  /** What its feature keys begin with (`routeros.`), empty for the site-scoped family. */
  readonly feature_prefix?: string;
  /** Site-scoped family (`/gateway-<area>/…/sites/{site_id}/…`) or `/gateway-<family>-<area>/…`. */
  readonly routing:
    | { readonly kind: 'site_scoped' }
    | { readonly kind: 'controller_scoped'; readonly families: readonly string[] };
  readonly areas: readonly string[];
  /** Id of a live object, as `target_id` names it; without it `.id`, `id`, `uuid` or `name`. Null for singletons. */
  identify?(feature: string, value: VendorValue): string | null;
  /** How its devices take unconfirmed writes back, and for which features (key without prefix). */
  readonly confirm?: { readonly mechanism: string; covers(feature: string): boolean };
  /** Absent where the product knows no VLANs of its own. */
  readonly vlans?: VlanReading;
  /** Absent where the product has no radio. */
  readonly wifi?: WifiReading;
  /**
   * Present where its controllers can be the brain of a site, as firewalls and routers can: the features (keys
   * without prefix) that orchestration owns there, which are VLANs, their addresses and their DHCP.
   */
  readonly brain?: { readonly owns: readonly string[] };
  readonly firewall?: FirewallReading;
  readonly vpn?: VpnReading;
  /** Whether such a write (key without prefix) may touch the path by which a controller is reached. */
  touchesPath?(feature: string, write: Pick<WriteInView, 'operation' | 'payload'>): boolean;
  connect(target: ControllerTarget): VendorSession;
}

export const VENDORS: ExtensionPoint<Vendor> = extensionPoint('gateway.vendors');

/** The feature key without its vendor's prefix: `routeros.firewall.filter` is `firewall.filter` of `mikrotik`. */
export function featureName({ feature_prefix = '' }: Pick<Vendor, 'feature_prefix'>, key: string): string {
  return key.startsWith(feature_prefix) ? key.slice(feature_prefix.length) : key;
}

/** Id of a live object as `target_id` names it; the empty text for singletons. */
export function objectId(vendor: Pick<Vendor, 'identify'>, feature: string, value: VendorValue): string {
  if (vendor.identify) return vendor.identify(feature, value) ?? '';
  const id = value['.id'] ?? value['id'] ?? value['uuid'] ?? value['name'];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Whose reading it is. */
export interface ReadAt {
  readonly controller_id: string;
  readonly controller_name: string;
  readonly site_id: string;
  readonly vendor: string;
}

/** A controller that did not answer; it hides no other. */
export interface Unreadable {
  readonly controller_id: string;
  readonly name: string;
  readonly reason: string;
}

export interface LiveReading<T> {
  readonly found: readonly (T & ReadAt)[];
  readonly unreadable: readonly Unreadable[];
}

/** Asks controllers themselves, a few at a time, while somebody waits. */
export interface LiveControllers {
  /** Throws `kernel.not_found` when the scope names a site or a controller that the caller does not see. */
  assertSeen(principal: Principal, scope: SyncedScope): Promise<void>;
  /**
   * What every controller in the scope answers; those for which `read` gives undefined are passed over. Throws
   * `gateway.too_wide`.
   */
  ask<T>(
    principal: Principal,
    scope: SyncedScope,
    read: (session: VendorSession) => Promise<readonly T[]> | undefined,
  ): Promise<LiveReading<T>>;
}

export const LIVE_CONTROLLERS: Token<LiveControllers> = token('gateway.live-controllers');
