/** A record as it came in; its place in the chain is a {@link ChainLink}. */
export interface AuditRow {
  readonly id: string;
  readonly organization_id: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly key_id: string | null;
  readonly action: string;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly occurred_at: string;
  readonly intake_mac: string;
}

/** A place in the chain and the record that has it; null when the record is gone. */
export interface ChainLink {
  readonly sequence: number;
  readonly record_id: string;
  readonly chain_mac: string;
  readonly record: AuditRow | null;
}
