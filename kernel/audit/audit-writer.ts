import { v7 as uuidv7 } from 'uuid';
import { type CompiledQuery, sql, type Unit } from '../database/index.ts';
import type { Clock } from '../telemetry/index.ts';
import type { AuditFact, AuditPart } from './audit-part.ts';
import type { AuditRow } from './audit-row.ts';
import type { ChainKeys } from './chain-keys.ts';

const MOST_DETAIL_CHARACTERS = 16_384;

/** `work.audit`: collects the unit's records and writes them in one statement right before COMMIT. */
export class AuditWriter implements AuditPart {
  readonly #unit: Unit;
  readonly #keys: ChainKeys;
  readonly #clock: Clock;
  readonly #onCommitted: (organization_id: string) => void;
  readonly #rows: Omit<AuditRow, 'sequence' | 'chain_mac'>[] = [];

  constructor(unit: Unit, keys: ChainKeys, clock: Clock, onCommitted: (organization_id: string) => void) {
    this.#unit = unit;
    this.#keys = keys;
    this.#clock = clock;
    this.#onCommitted = onCommitted;
  }

  record(fact: AuditFact): void {
    if (this.#rows.length === 0) {
      this.#unit.withCommit(() => this.#statement());
      this.#unit.afterCommit(() => this.#onCommitted(this.#unit.organization_id));
    }
    this.#rows.push(this.#rowOf(fact));
  }

  #rowOf(fact: AuditFact): Omit<AuditRow, 'sequence' | 'chain_mac'> {
    const { principal } = this.#unit;
    const row = {
      id: uuidv7(),
      organization_id: principal.organization_id,
      actor_kind: principal.kind,
      actor_id: principal.user_id,
      key_id: principal.key_id,
      action: fact.action,
      target_type: fact.target_type ?? null,
      target_id: fact.target_id ?? null,
      detail: bounded(fact.detail ?? {}),
      occurred_at: `${this.#clock.now().toISOString().slice(0, -1)}000Z`,
    };
    return { ...row, intake_mac: this.#keys.intake(row) };
  }

  #statement(): CompiledQuery {
    return sql`
      insert into audit_log (id, organization_id, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at, intake_mac)
      select r.id, ${this.#unit.organization_id}::uuid, r.actor_kind, r.actor_id, r.key_id, r.action, r.target_type, r.target_id, r.detail, r.occurred_at, r.intake_mac
      from jsonb_to_recordset(${JSON.stringify(this.#rows)}::jsonb)
        as r(id uuid, actor_kind text, actor_id uuid, key_id uuid, action text, target_type text, target_id text, detail jsonb, occurred_at timestamptz, intake_mac text)`.compile(
      this.#unit.sql,
    );
  }
}

/** Passes the detail through JSON, so that what is signed is what is stored. */
function bounded(detail: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(detail);
  return text.length > MOST_DETAIL_CHARACTERS ? { truncated_characters: text.length } : JSON.parse(text);
}
