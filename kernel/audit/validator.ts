import { type Database, exempt, type Kysely, sql, type Tables } from '../database/index.ts';
import type { AuditRow } from './audit-row.ts';
import { type ChainKeys, GENESIS } from './chain-keys.ts';
import type { Sealer } from './sealer.ts';

/**
 * `edited`: a record is not what was written. `missing`: a record within the chain is gone. `duplicated`:
 * one record stands twice. `forked`: two different records claim one place, or a link follows another
 * chain. `truncated`: the chain ends before its head.
 */
export type ChainProblemKind = 'edited' | 'missing' | 'duplicated' | 'forked' | 'truncated';

export interface ChainProblem {
  readonly kind: ChainProblemKind;
  readonly sequence: number;
}

export interface ChainReport {
  readonly valid: boolean;
  readonly sealed: number;
  /** Committed while validating; not yet part of the chain. */
  readonly unsealed: number;
  readonly problems: readonly ChainProblem[];
}

const PAGE = 5_000;
const MOST_PROBLEMS = 100;
const validateExemption = exempt(
  'audit.validate',
  'reads the head and chain of one organization, named by its caller',
);

/** Checks a whole chain against its MACs and against the head kept outside the table (R15). */
export class ChainValidator {
  readonly #database: Database;
  readonly #keys: ChainKeys;
  readonly #sealer: Sealer;

  constructor(database: Database, keys: ChainKeys, sealer: Sealer) {
    this.#database = database;
    this.#keys = keys;
    this.#sealer = sealer;
  }

  async validate(organization_id: string): Promise<ChainReport> {
    await this.#sealer.seal(organization_id);
    return this.#database.asSystem(validateExemption, async (db) => {
      await sql`set transaction isolation level repeatable read`.execute(db);
      const walk = new ChainWalk(this.#keys);
      for (let rows = await page(db, organization_id, null); rows.length > 0; ) {
        for (const row of rows) walk.visit(row);
        const last = rows.at(-1);
        rows = rows.length < PAGE || !last ? [] : await page(db, organization_id, last);
      }
      await this.#checkEnd(db, organization_id, walk);
      return {
        valid: walk.problems.length === 0,
        sealed: walk.sealed,
        unsealed: await unsealedOf(db, organization_id),
        problems: walk.problems,
      };
    });
  }

  async #checkEnd(db: Kysely<Tables>, organization_id: string, walk: ChainWalk): Promise<void> {
    const { rows } = await sql<{ sequence: number; chain_mac: string; head_mac: string }>`
      select sequence, chain_mac, head_mac from audit_heads where organization_id = ${organization_id}
      union all select sequence, chain_mac, head_mac from audit_checkpoints where organization_id = ${organization_id}
      order by sequence desc`.execute(db);
    for (const mark of rows) {
      if (!this.#keys.headFits(organization_id, mark.sequence, mark.chain_mac, mark.head_mac))
        walk.report('edited', mark.sequence);
      else if (mark.sequence > walk.lastSequence) walk.report('truncated', walk.lastSequence + 1);
    }
    const [head] = rows;
    if (head === undefined && walk.lastSequence > 0) walk.report('truncated', walk.lastSequence);
    if (head && head.sequence < walk.lastSequence) walk.report('forked', head.sequence + 1);
    if (
      head &&
      head.sequence === walk.lastSequence &&
      head.chain_mac !== walk.lastMac &&
      walk.problems.length === 0
    )
      walk.report('forked', head.sequence);
  }
}

/** Walks the records in order of their sequence and tells the kinds of damage apart. */
class ChainWalk {
  readonly problems: ChainProblem[] = [];
  readonly #keys: ChainKeys;
  sealed = 0;
  lastSequence = 0;
  lastMac = GENESIS;
  #lastIntake = '';

  constructor(keys: ChainKeys) {
    this.#keys = keys;
  }

  report(kind: ChainProblemKind, sequence: number): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ kind, sequence });
  }

  visit(row: AuditRow): void {
    const sequence = row.sequence ?? 0;
    const chain_mac = row.chain_mac ?? '';
    this.sealed += 1;
    if (sequence === this.lastSequence) {
      this.report(row.intake_mac === this.#lastIntake ? 'duplicated' : 'forked', sequence);
      return;
    }
    if (!this.#keys.intakeFits(row)) this.report('edited', sequence);
    const hasGap = sequence > this.lastSequence + 1;
    if (hasGap) this.report('missing', this.lastSequence + 1);
    else if (!this.#keys.linkFits(this.lastMac, sequence, row.intake_mac, chain_mac))
      this.report('forked', sequence);
    this.lastSequence = sequence;
    this.lastMac = chain_mac;
    this.#lastIntake = row.intake_mac;
  }
}

async function page(
  db: Kysely<Tables>,
  organization_id: string,
  after: AuditRow | null,
): Promise<readonly AuditRow[]> {
  const from = after ? sql`and (sequence, id) > (${after.sequence}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<AuditRow>`
    select id, organization_id, sequence, actor_kind, actor_id, key_id, action, target_type, target_id, detail,
           occurred_at, intake_mac, chain_mac
    from audit_log where organization_id = ${organization_id} and sequence is not null ${from}
    order by sequence, id limit ${PAGE}`.execute(db);
  return rows;
}

async function unsealedOf(db: Kysely<Tables>, organization_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_log where organization_id = ${organization_id} and sequence is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
