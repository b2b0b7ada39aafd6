import type { ObjectsByFeature } from './vendor-value.ts';

/** Addresses a rule speaks of. Null where this stands means any. */
export interface AddressMatch {
  /** Matches all but these. */
  readonly negated: boolean;
  /** Addresses, networks (`10.0.0.0/8`) and ranges (`10.0.0.5-10.0.0.9`). */
  readonly networks: readonly string[];
  /** Unresolved parts of the reading: interface networks, lists that change by themselves, countries. */
  readonly names: readonly string[];
}

export type RuleAction = 'accept' | 'drop' | 'reject' | 'other';

/** A filter rule as any vendor means it. */
export interface FirewallRule {
  /** Feature that writes it, without the vendor's prefix. */
  readonly feature: string;
  readonly target_id: string;
  /** As people described it; empty when they did not. */
  readonly name: string;
  /** Rules of one chain are tried in the order of their positions; rules of different chains never compete. */
  readonly chain: string;
  readonly position: number;
  readonly enabled: boolean;
  readonly action: RuleAction;
  /** Whether a packet that matches is tried against no later rule of the chain. */
  readonly decides: boolean;
  readonly family: 'ipv4' | 'ipv6' | 'any';
  /** Lower-case names or numbers; null is any. */
  readonly protocols: readonly string[] | null;
  /** Interfaces, interface lists or zones by name; null is any. */
  readonly in_interfaces: readonly string[] | null;
  readonly out_interfaces: readonly string[] | null;
  readonly source: AddressMatch | null;
  readonly destination: AddressMatch | null;
  /** `443`, `1000-2000`, or a name that could not be resolved; null is any. */
  readonly source_ports: readonly string[] | null;
  readonly destination_ports: readonly string[] | null;
  /** Further conditions on a packet, spelled so that equal conditions are equal texts. */
  readonly conditions: readonly string[];
  /** Packets it matched since the device last began to count; null where the device does not count. */
  readonly hits: number | null;
  readonly logged: boolean;
}

/** A translation as any vendor means it. */
export interface NatRule {
  readonly feature: string;
  readonly target_id: string;
  readonly name: string;
  readonly position: number;
  readonly kind: 'source' | 'destination' | 'one_to_one';
  readonly enabled: boolean;
  readonly interfaces: readonly string[] | null;
  readonly protocols: readonly string[] | null;
  readonly source: AddressMatch | null;
  readonly destination: AddressMatch | null;
  readonly destination_ports: readonly string[] | null;
  /** Address or name that is put in; null when nothing is translated (an exception). */
  readonly translated_to: string | null;
  readonly translated_ports: string | null;
}

/** Reads rules from a vendor's objects. */
export interface FirewallReading {
  /** Features whose objects it reads. */
  readonly features: readonly string[];
  rules(objects: ObjectsByFeature): readonly FirewallRule[];
  nat(objects: ObjectsByFeature): readonly NatRule[];
}

/** Something a firewall reported by itself. */
export interface FirewallAlert {
  /** Of the device. */
  readonly id: string;
  readonly occurred_at: string | null;
  readonly severity: 'low' | 'medium' | 'high' | 'unknown';
  readonly category: string;
  readonly message: string;
  readonly action: string | null;
  readonly source: string | null;
  readonly destination: string | null;
  readonly protocol: string | null;
}
