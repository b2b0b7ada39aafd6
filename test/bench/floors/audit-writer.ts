import { createHmac } from 'node:crypto';
import pg from 'pg';

const MAX_AT_ONCE = 1_000;
const KEY = 'bench';
const GENESIS = '0'.repeat(64);

interface Waiting {
  readonly detail: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A single writer that chains whatever waits in memory and writes it in one statement; a caller hears when its
 * row is durable. The least that makes a chained record.
 */
export class BareAuditWriter {
  readonly #pool: pg.Pool;
  readonly #organization_id: string;
  #waiting: Waiting[] = [];
  #busy = false;
  #sequence = 0;
  #mac = GENESIS;

  constructor(databaseUrl: string, organization_id: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    this.#organization_id = organization_id;
  }

  async prepare(): Promise<void> {
    await this.#pool.query(`drop table if exists floor_chain`);
    await this.#pool.query(`create table floor_chain (organization_id uuid not null, sequence bigint not null,
      action text not null, detail jsonb not null, occurred_at timestamptz not null, mac text not null,
      primary key (organization_id, sequence))`);
  }

  append(detail: string): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ detail, done, failed });
      if (this.#busy) return;
      this.#busy = true;
      setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      try {
        await this.#write(batch);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#busy = false;
  }

  #take(): readonly Waiting[] {
    const batch = this.#waiting.slice(0, MAX_AT_ONCE);
    this.#waiting = this.#waiting.slice(MAX_AT_ONCE);
    return batch;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const rows = batch.map(({ detail }) => {
      this.#sequence += 1;
      const occurred_at = new Date().toISOString();
      const text = `${this.#mac}|${this.#organization_id}|${this.#sequence}|${detail}|${occurred_at}`;
      this.#mac = createHmac('sha256', KEY).update(text).digest('hex');
      return { sequence: this.#sequence, detail, occurred_at, mac: this.#mac };
    });
    await this.#pool.query({
      name: 'chain',
      text: `insert into floor_chain (organization_id, sequence, action, detail, occurred_at, mac)
             select $1, s, 'bench.write', d, o, m from unnest($2::bigint[], $3::jsonb[], $4::timestamptz[], $5::text[]) as t(s, d, o, m)`,
      values: [
        this.#organization_id,
        rows.map(({ sequence }) => sequence),
        rows.map(({ detail }) => detail),
        rows.map(({ occurred_at }) => occurred_at),
        rows.map(({ mac }) => mac),
      ],
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
