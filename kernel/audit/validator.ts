import { type Database, exempt, type Kysely, sql, type Tables } from '../database/index.ts';
import { unavailable } from '../errors/index.ts';
import type { AuditRow } from './audit-row.ts';
import type { ChainKeys } from './chain-keys.ts';
import { type ChainProblem, ChainWalk } from './chain-walk.ts';
import type { Sealer } from './sealer.ts';

export interface ChainReport {
  readonly valid: boolean;
  readonly sealed: number;
  /** Committed while validating; not yet part of the chain. */
  readonly unsealed: number;
  readonly problems: readonly ChainProblem[];
}

const PAGE = 2_000;
/** Records checked before requests get a turn. */
const TURN = 250;
/** Validations under way in one process; each holds a connection only while it reads a page. */
const MOST_AT_ONCE = 2;
const validateExemption = exempt(
  'audit.validate',
  'reads the head and chain of one organization, named by its caller',
);

/** A place the chain must reach, kept outside its table. */
interface Mark {
  readonly sequence: number;
  readonly chain_mac: string;
  readonly head_mac: string;
}

/**
 * Checks a whole chain against its MACs and against the head kept outside the table (R15). Callers who ask
 * for the same organization meanwhile share one run; a third organization at the same time is asked to wait.
 */
export class ChainValidator {
  readonly #database: Database;
  readonly #keys: ChainKeys;
  readonly #sealer: Sealer;
  readonly #running = new Map<string, Promise<ChainReport>>();

  constructor(database: Database, keys: ChainKeys, sealer: Sealer) {
    this.#database = database;
    this.#keys = keys;
    this.#sealer = sealer;
  }

  /** Throws `kernel.unavailable` while two others are being validated. */
  validate(organization_id: string): Promise<ChainReport> {
    const known = this.#running.get(organization_id);
    if (known) return known;
    if (this.#running.size >= MOST_AT_ONCE)
      return Promise.reject(
        unavailable({ message: 'Other audit chains are being validated.', retryAfterSeconds: 5 }),
      );
    const run = this.#run(organization_id).finally(() => this.#running.delete(organization_id));
    this.#running.set(organization_id, run);
    return run;
  }

  async #run(organization_id: string): Promise<ChainReport> {
    await this.#sealer.seal(organization_id);
    const marks = await this.#read((db) => marksOf(db, organization_id));
    const upTo = marks[0]?.sequence ?? 0;
    const walk = new ChainWalk(this.#keys);
    for (let last: AuditRow | null = null; ; ) {
      const after: AuditRow | null = last;
      const rows: readonly AuditRow[] = await this.#read((db) => page(db, organization_id, after, upTo));
      await visitAll(walk, rows);
      last = rows.at(-1) ?? null;
      if (rows.length < PAGE) break;
    }
    this.#checkMarks(organization_id, walk, marks);
    const rest = await this.#read((db) => restOf(db, organization_id));
    if (rest.beyond_head) walk.report('forked', upTo + 1);
    return {
      valid: walk.problems.length === 0,
      sealed: walk.sealed,
      unsealed: rest.unsealed,
      problems: walk.problems,
    };
  }

  #read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#database.asSystem(validateExemption, work);
  }

  #checkMarks(organization_id: string, walk: ChainWalk, marks: readonly Mark[]): void {
    for (const mark of marks) {
      if (!this.#keys.headFits(organization_id, mark.sequence, mark.chain_mac, mark.head_mac))
        walk.report('edited', mark.sequence);
      else if (mark.sequence > walk.lastSequence) walk.report('truncated', walk.lastSequence + 1);
    }
    const [head] = marks;
    if (
      head &&
      head.sequence === walk.lastSequence &&
      head.chain_mac !== walk.lastMac &&
      walk.problems.length === 0
    )
      walk.report('forked', head.sequence);
  }
}

async function visitAll(walk: ChainWalk, rows: readonly AuditRow[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    walk.visit(row);
    if (index % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function marksOf(db: Kysely<Tables>, organization_id: string): Promise<readonly Mark[]> {
  const { rows } = await sql<Mark>`
    select sequence, chain_mac, head_mac from audit_heads where organization_id = ${organization_id}
    union all select sequence, chain_mac, head_mac from audit_checkpoints where organization_id = ${organization_id}
    order by sequence desc`.execute(db);
  return rows;
}

async function page(
  db: Kysely<Tables>,
  organization_id: string,
  after: AuditRow | null,
  upTo: number,
): Promise<readonly AuditRow[]> {
  const from = after ? sql`and (sequence, id) > (${after.sequence}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<AuditRow>`
    select id, organization_id, sequence, actor_kind, actor_id, key_id, action, target_type, target_id, detail,
           occurred_at, intake_mac, chain_mac
    from audit_log where organization_id = ${organization_id} and sequence <= ${upTo} ${from}
    order by sequence, id limit ${PAGE}`.execute(db);
  return rows;
}

/** What is not sealed yet, and whether anything claims a place beyond the head, read in one statement. */
async function restOf(
  db: Kysely<Tables>,
  organization_id: string,
): Promise<{ unsealed: number; beyond_head: boolean }> {
  const { rows } = await sql<{ unsealed: number; beyond_head: boolean }>`
    select (select count(*) from audit_log where organization_id = ${organization_id} and sequence is null) as unsealed,
           exists (select from audit_log a where a.organization_id = ${organization_id} and a.sequence >
             coalesce((select h.sequence from audit_heads h where h.organization_id = ${organization_id}), 0)) as beyond_head`.execute(
    db,
  );
  return rows[0] ?? { unsealed: 0, beyond_head: false };
}
