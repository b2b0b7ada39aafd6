import type { Send } from './exchange/transport.ts';
import type { ObjectsByFeature } from './facts/vendor-value.ts';

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
  /** Stands between the requests of the session and whatever carries them; only vendors with a `rehearsal` heed it. */
  readonly through?: (send: Send) => Send;
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

/** Facts, devices and objects of one sync. */
export interface Snapshot {
  readonly controller: ControllerFacts;
  readonly devices: readonly DeviceFacts[];
  readonly objects: ObjectsByFeature;
}
