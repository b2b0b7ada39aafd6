import { unavailable } from '../errors/index.ts';
import {
  type CompiledQuery,
  jsonArray,
  plainArray,
  sql,
  textArray,
  type Unit,
} from '../infrastructure/database/index.ts';
import type { Principal } from '../permissions/index.ts';
import { canonicalJson, newId } from '../schema/index.ts';
import type { Clock } from '../telemetry/index.ts';
import type { AuditFact, AuditPart } from './audit-part.ts';
import type { ChainKeys, RecordFrame } from './chain-keys.ts';
import { noteRecord } from './record-count.ts';

const MAX_DETAIL_CHARACTERS = 16_384;
/** Records that wait for their places in one row; a round of the sealer takes whole rows. */
const MAX_WAITING_TOGETHER = 50;

interface IntakeRow extends RecordFrame {
  readonly detailText: string;
  readonly intake_mac: string;
}

/** `work.audit`: collects the unit's records and writes them in one statement right before COMMIT. */
export class AuditWriter implements AuditPart {
  readonly #unit: Unit;
  readonly #keys: ChainKeys;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onCommitted: (organization_id: string, first_id: string) => void;
  readonly #rows: IntakeRow[] = [];

  constructor(
    unit: Unit,
    keys: ChainKeys,
    clock: Pick<Clock, 'now'>,
    onCommitted: (organization_id: string, first_id: string) => void,
  ) {
    this.#unit = unit;
    this.#keys = keys;
    this.#clock = clock;
    this.#onCommitted = onCommitted;
  }

  record(fact: AuditFact): void {
    const row = this.#rowOf(fact);
    noteRecord();
    if (this.#rows.push(row) > 1) return;
    this.#unit.withCommit(() => this.#statement(), notRecorded);
    this.#unit.afterCommit(() => this.#onCommitted(this.#unit.organization_id, row.id));
  }

  #rowOf(fact: AuditFact): IntakeRow {
    const { principal } = this.#unit;
    const frame = {
      id: newId(),
      organization_id: principal.organization_id,
      actor_kind: principal.kind,
      actor_id: principal.user_id,
      key_id: credentialIdOf(principal),
      action: fact.action,
      target_type: fact.target_type ?? null,
      target_id: fact.target_id ?? null,
      occurred_at: `${this.#clock.now().toISOString().slice(0, -1)}000Z`,
    };
    const detailText = bounded(fact.detail ?? {});
    return { ...frame, detailText, intake_mac: this.#keys.intake(frame, detailText) };
  }

  #statement(): CompiledQuery {
    const { organization_id, kind, user_id } = this.#unit.principal;
    const key_id = credentialIdOf(this.#unit.principal);
    const rows = this.#rows;
    const waiting = inGroups(rows);
    return sql`
      with intake as (
        insert into audit_log (id, organization_id, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at, intake_mac)
        select r.id, ${organization_id}::uuid, ${kind}::text, ${user_id}::uuid, ${key_id}::uuid, r.action, r.target_type, r.target_id, r.detail, r.occurred_at, r.intake_mac
        from unnest(${plainArray(rows.map(({ id }) => id))}::uuid[],
          ${textArray(rows.map(({ action }) => action))}::text[],
          ${textArray(rows.map(({ target_type }) => target_type))}::text[],
          ${textArray(rows.map(({ target_id }) => target_id))}::text[],
          ${jsonArray(rows.map(({ detailText }) => detailText))}::jsonb[],
          ${plainArray(rows.map(({ occurred_at }) => occurred_at))}::timestamptz[],
          ${plainArray(rows.map(({ intake_mac }) => intake_mac))}::text[])
          as r(id, action, target_type, target_id, detail, occurred_at, intake_mac))
      insert into audit_pending (organization_id, record_id, intake_mac, later_ids, later_macs)
      select ${organization_id}::uuid, w.id, w.mac, w.later_ids::uuid[], w.later_macs::text[]
      from unnest(${plainArray(waiting.map(([first]) => first.id))}::uuid[],
        ${plainArray(waiting.map(([first]) => first.intake_mac))}::text[],
        ${textArray(waiting.map(([, ...later]) => plainArray(later.map(({ id }) => id))))}::text[],
        ${textArray(waiting.map(([, ...later]) => plainArray(later.map(({ intake_mac }) => intake_mac))))}::text[])
        as w(id, mac, later_ids, later_macs)`.compile(this.#unit.sql);
  }
}

/** At least one record each. */
const inGroups = (rows: readonly IntakeRow[]): readonly (readonly [IntakeRow, ...IntakeRow[]])[] =>
  rows.flatMap((first, place) =>
    place % MAX_WAITING_TOGETHER === 0
      ? [[first, ...rows.slice(place + 1, place + MAX_WAITING_TOGETHER)]]
      : [],
  );

/** Without its record a change does not happen, and that is no fault of its caller (SPEC 7: fail closed). */
const notRecorded = (cause: unknown): Error =>
  unavailable({
    message: 'Nothing was changed, because the audit record cannot be written right now.',
    retryAfterSeconds: 5,
    cause,
  });

/** The credential of an actor that is no person: its key, or the grant that a third-party application acts by. */
const credentialIdOf = ({ key_id, grant }: Principal): string | null => key_id ?? grant?.id ?? null;

/** Text of the detail: the same is signed and stored. */
function bounded(detail: Readonly<Record<string, unknown>>): string {
  const text = canonicalJson(detail);
  return text.length > MAX_DETAIL_CHARACTERS ? canonicalJson({ truncated_characters: text.length }) : text;
}
