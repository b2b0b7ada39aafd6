import { type Database, exempt, type Kysely, sql, type Tables } from '../database/index.ts';
import type { Logger } from '../telemetry/index.ts';
import type { AuditRow } from './audit-row.ts';
import { type ChainKeys, GENESIS } from './chain-keys.ts';

const BATCH = 2_000;
const CHECKPOINT_EVERY = 1_000;
/** A process that stands still while it holds a head is put out of the way, so that others can seal (RULES R14). */
const LONGEST_PAUSE = '2s';
const sealExemption = exempt(
  'audit.seal',
  'gives the records of every organization their place in its chain',
);

interface Head {
  readonly sequence: number;
  readonly chain_mac: string;
}

/**
 * Gives committed records their sequence and chain MAC, organization by organization, under the lock of
 * the organization's head (R15). One writer at a time per organization, whichever process it runs in.
 */
export class Sealer {
  readonly #database: Database;
  readonly #keys: ChainKeys;
  readonly #logger: Logger;
  readonly #waiting = new Set<string>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(database: Database, keys: ChainKeys, logger: Logger) {
    this.#database = database;
    this.#keys = keys;
    this.#logger = logger;
  }

  start(pollMs = 5_000): void {
    this.#timer = setInterval(() => void this.#findWaiting(), pollMs).unref();
    void this.#findWaiting();
  }

  /** Says that records of this organization were committed. */
  wake(organization_id: string): void {
    if (this.#stopped) return;
    this.#waiting.add(organization_id);
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  async #findWaiting(): Promise<void> {
    try {
      const ids = await this.#database.asSystem(sealExemption, async (db) => {
        const { rows } = await sql<{ organization_id: string }>`
          select distinct organization_id from audit_log where sequence is null limit 1000`.execute(db);
        return rows.map((row) => row.organization_id);
      });
      for (const id of ids) this.wake(id);
    } catch (error) {
      this.#logger.debug('looking for unsealed records failed', { error });
    }
  }

  async #drain(): Promise<void> {
    for (let id = first(this.#waiting); id !== undefined && !this.#stopped; id = first(this.#waiting)) {
      this.#waiting.delete(id);
      try {
        await this.seal(id);
      } catch (error) {
        this.#logger.warn('sealing the audit record failed; the next round tries again', {
          error,
          organization_id: id,
        });
      }
    }
  }

  /** Seals everything committed of one organization; answers how many records it sealed. */
  async seal(organization_id: string): Promise<number> {
    for (let total = 0; ; ) {
      const sealed = await this.#database.asSystem(sealExemption, (db) =>
        this.#sealBatch(db, organization_id),
      );
      total += sealed;
      if (sealed < BATCH) return total;
    }
  }

  async #sealBatch(db: Kysely<Tables>, organization_id: string): Promise<number> {
    const head = await this.#lockHead(db, organization_id);
    const { rows } = await sql<AuditRow>`
      select id, intake_mac from audit_log
      where organization_id = ${organization_id} and sequence is null order by id limit ${BATCH}`.execute(db);
    if (rows.length === 0) return 0;
    const links: { id: string; sequence: number; chain_mac: string }[] = [];
    let { sequence, chain_mac } = head;
    for (const row of rows) {
      sequence += 1;
      chain_mac = this.#keys.link(chain_mac, sequence, row.intake_mac);
      links.push({ id: row.id, sequence, chain_mac });
    }
    await writeLinks(db, organization_id, links);
    await this.#moveHead(db, organization_id, { sequence, chain_mac }, head.sequence);
    return rows.length;
  }

  async #lockHead(db: Kysely<Tables>, organization_id: string): Promise<Head> {
    await sql`insert into audit_heads (organization_id, sequence, chain_mac, head_mac)
      values (${organization_id}, 0, ${GENESIS}, ${this.#keys.head(organization_id, 0, GENESIS)})
      on conflict do nothing`.execute(db);
    const { rows } = await sql<Head>`select sequence, chain_mac,
        set_config('idle_in_transaction_session_timeout', ${LONGEST_PAUSE}, true) from audit_heads
      where organization_id = ${organization_id} for update`.execute(db);
    const [head] = rows;
    if (!head) throw new Error('the head of the audit chain is gone');
    return head;
  }

  async #moveHead(db: Kysely<Tables>, organization_id: string, head: Head, from: number): Promise<void> {
    const head_mac = this.#keys.head(organization_id, head.sequence, head.chain_mac);
    await sql`update audit_heads set sequence = ${head.sequence}, chain_mac = ${head.chain_mac}, head_mac = ${head_mac},
      sealed_at = now() where organization_id = ${organization_id}`.execute(db);
    if (Math.floor(head.sequence / CHECKPOINT_EVERY) > Math.floor(from / CHECKPOINT_EVERY))
      await sql`insert into audit_checkpoints (organization_id, sequence, chain_mac, head_mac)
        values (${organization_id}, ${head.sequence}, ${head.chain_mac}, ${head_mac})`.execute(db);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

async function writeLinks(
  db: Kysely<Tables>,
  organization_id: string,
  links: readonly { readonly id: string; readonly sequence: number; readonly chain_mac: string }[],
): Promise<void> {
  await sql`update audit_log a set sequence = l.sequence, chain_mac = l.chain_mac
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(id uuid, sequence bigint, chain_mac text)
    where a.id = l.id and a.organization_id = ${organization_id}`.execute(db);
}

const first = (ids: ReadonlySet<string>): string | undefined => ids.values().next().value;
