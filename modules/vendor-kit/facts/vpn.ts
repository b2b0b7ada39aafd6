import type { ObjectsByFeature } from './vendor-value.ts';

export type VpnProtocol = 'wireguard' | 'ipsec' | 'openvpn' | 'l2tp' | 'gre' | 'other';

/** A tunnel, or a server that tunnels end at, as any vendor means it. */
export interface VpnTunnel {
  readonly feature: string;
  readonly target_id: string;
  readonly name: string;
  readonly protocol: VpnProtocol;
  /** `peer` is one end of a tunnel between equals. */
  readonly role: 'site_to_site' | 'server' | 'client' | 'peer';
  readonly enabled: boolean;
  /** Whether it stood when the controller was last read; null where the sync does not say. */
  readonly up: boolean | null;
  /** Address, interface and port it is reached at or leaves from, as the device spells it. */
  readonly local: string | null;
  readonly remote: string | null;
  readonly local_networks: readonly string[];
  readonly remote_networks: readonly string[];
  /** Other ends that are set up. */
  readonly peers: number;
}

/** Reads tunnels from a vendor's objects. */
export interface VpnReading {
  /** Features whose objects it reads. */
  readonly features: readonly string[];
  tunnels(objects: ObjectsByFeature): readonly VpnTunnel[];
}
