/** One act of a principal, as the chain keeps it. */
export interface AuditFact {
  /** `<module>.<verb>`, usually the route's id. */
  readonly action: string;
  readonly target_type?: string;
  readonly target_id?: string | null;
  /** Small, without secrets. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** `work.audit`: the record is part of the change; if it cannot be written, the change does not happen. */
export interface AuditPart {
  record(fact: AuditFact): void;
}

declare module '../infrastructure/database/unit-of-work.ts' {
  interface UnitParts {
    readonly audit: AuditPart;
  }
}
