/** A record as stored; `sequence` and `chain_mac` are null until it is sealed. */
export interface AuditRow {
  readonly id: string;
  readonly organization_id: string;
  readonly sequence: number | null;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly key_id: string | null;
  readonly action: string;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly occurred_at: string;
  readonly intake_mac: string;
  readonly chain_mac: string | null;
}
