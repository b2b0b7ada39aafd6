import type { ObjectsByFeature, VendorValue } from './vendor-value.ts';

/** A VLAN as any vendor means it. */
export interface Vlan {
  /** 1 to 4094. */
  readonly vlan_id: number;
  /** Null where the device keeps no name with it; empty where it could and does not. */
  readonly name: string | null;
  /** Network and length of its IPv4 addresses (`10.0.20.0/24`), where the controller holds them. */
  readonly subnet: string | null;
}

/** A VLAN as it stands on a controller. */
export interface FoundVlan extends Vlan {
  /** Feature that writes it, without the vendor's prefix. */
  readonly feature: string;
  readonly target_id: string;
  readonly enabled: boolean;
}

/** Write that makes a VLAN stand on a controller. */
export interface VlanWrite {
  readonly feature: string;
  readonly operation: 'create' | 'update';
  /** Absent for a create. */
  readonly target_id?: string;
  readonly payload: VendorValue;
}

/** Why a vendor cannot write what was asked, in words. */
export interface VlanRefusal {
  readonly refused: string;
}

/** Reads VLANs from a vendor's objects, and plans their writes. Neither contacts a device. */
export interface VlanReading {
  /** Features whose objects it reads. */
  readonly features: readonly string[];
  /** In the order of their ids; the untagged network of a switch is none. */
  read(objects: ObjectsByFeature): readonly FoundVlan[];
  /** Write that makes `found` (or a new VLAN) be as wanted: id, name, switched on. Addresses are left as they are. */
  write(wanted: Vlan, found: FoundVlan | null, objects: ObjectsByFeature): VlanWrite | VlanRefusal;
}
