/** A client of a network, as the controller in front of it knows it right now. */
export interface NetworkClient {
  /** Its own name, else its address. */
  readonly name: string;
  readonly mac: string;
  readonly ip: string | null;
  readonly status: 'online' | 'offline';
}

/** Devices that have an address, as clients. */
export const clientsIn = (
  devices: readonly (Omit<NetworkClient, 'mac'> & { readonly mac: string | null })[],
): readonly NetworkClient[] =>
  devices.flatMap(({ name, mac, ip, status }) => (mac === null ? [] : [{ name, mac, ip, status }]));

/** A phone as its exchange knows it right now. */
export interface Phone {
  /** Name at the exchange (`PJSIP/100`). */
  readonly id: string;
  readonly name: string;
  /** Whether the exchange reaches it; unknown where it was not asked lately. */
  readonly status: 'online' | 'offline' | 'unknown';
  readonly state: 'idle' | 'ringing' | 'dialing' | 'in_call';
  readonly calls: readonly PhoneCall[];
}

export interface PhoneCall {
  /** As the exchange spells it (`Up`, `Ringing`). */
  readonly state: string;
  /** The other end; null where it is not known. */
  readonly with_number: string | null;
  readonly with_name: string | null;
  readonly since: string | null;
}

/** A place of a hypervisor or storage device that holds data. */
export interface StoragePool {
  readonly name: string;
  /** The machine it is a part of; null for what all of them share. */
  readonly node: string | null;
  /** As the vendor spells it (`zfspool`, `dir`). */
  readonly kind: string;
  readonly status: 'healthy' | 'degraded' | 'unavailable';
  /** As the vendor puts it, where it says more than the status. */
  readonly detail: string | null;
  readonly total_bytes: number | null;
  readonly used_bytes: number | null;
}
