import type { Artifact } from '@patchbay/kernel/fabric';
import type { ControllerFacts, Snapshot } from './controller.ts';
import type { FirewallAlert } from './facts/firewall.ts';
import type { NetworkClient, Phone, StoragePool } from './facts/live-readings.ts';
import type { Sightings } from './facts/sightings.ts';
import type { VendorValue } from './facts/vendor-value.ts';

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
  /** Warnings about a write to the path by which this controller is reached; empty without any. */
  reachesThrough?(write: WriteInView): Promise<readonly string[]>;
  probe(): Promise<ControllerFacts>;
  snapshot(): Promise<Snapshot>;
  /** Live objects of a feature (`firewall.filter`); null when the feature has none to list. */
  list(feature: string): Promise<readonly VendorValue[] | null>;
  /** Alerts of the device's firewall, newest first, `most` at most. Absent where it reports none. */
  alerts?(most: number): Promise<readonly FirewallAlert[]>;
  /** Present and recent clients of its networks. Absent where it does not know them. */
  clients?(): Promise<readonly NetworkClient[]>;
  /** Present picture of one of its cameras. Absent where it has none. */
  picture?(external_id: string): Promise<Artifact>;
  /**
   * Reports of its cameras since the last request; does not wait for more. `held` is the subscription of the
   * answer before, null at first; one that is over is made anew. Absent where it reports nothing.
   */
  sightings?(held: string | null): Promise<Sightings>;
  /** Its phones and their present state. Absent where it has none. */
  phones?(): Promise<readonly Phone[]>;
  /** Its storage pools and their state. Absent where it has none. */
  pools?(): Promise<readonly StoragePool[]>;
}
