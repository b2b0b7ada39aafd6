/** Fields and values exactly as the vendor spells them (`vlan-id`). */
export type VendorValue = Readonly<Record<string, unknown>>;

/** Objects of one controller by feature name, without the vendor's prefix (`interfaces.vlan`). */
export type ObjectsByFeature = Readonly<Record<string, readonly VendorValue[]>>;
