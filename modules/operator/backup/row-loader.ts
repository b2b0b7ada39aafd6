import type pg from 'pg';
import { CommandError } from '../command-error.ts';
import type { Line } from './format.ts';
import { type BackedUp, tablesOf } from './tables.ts';

const ROWS_AT_ONCE = 500;
const MAX_CHARACTERS = 4_000_000;

/** Puts rows into tables that the same steps made; foreign keys and triggers wait for the end of `load`. */
export class RowLoader {
  readonly #owner: pg.Client;
  readonly #tables: ReadonlyMap<string, BackedUp>;
  #table: BackedUp | undefined;
  #rows: string[] = [];
  #characters = 0;
  #count = 0;

  private constructor(owner: pg.Client, tables: readonly BackedUp[]) {
    this.#owner = owner;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
  }

  /** Runs `work` in one transaction in which rows may come in any order: all of it, or nothing. */
  static async load(owner: pg.Client, work: (loader: RowLoader) => Promise<void>): Promise<void> {
    const tables = await tablesOf(owner);
    const names = tables.map(({ name }) => name);
    await owner.query('begin');
    try {
      const keys = await foreignKeys(owner, names);
      for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`);
      for (const name of names) await owner.query(`alter table ${name} disable trigger user`);
      for (const name of names) await owner.query(`delete from ${name}`);
      await work(new RowLoader(owner, tables));
      for (const name of names) await owner.query(`alter table ${name} enable trigger user`);
      for (const { table, name, definition } of keys)
        await owner.query(`alter table ${table} add constraint ${name} ${definition}`);
      await owner.query('commit');
    } catch (error) {
      await owner.query('rollback');
      throw error;
    }
  }

  /** Rows put so far. */
  get count(): number {
    return this.#count;
  }

  async take(line: Line): Promise<void> {
    if (typeof line === 'string') {
      this.#rows.push(line);
      this.#characters += line.length;
      if (this.#rows.length >= ROWS_AT_ONCE || this.#characters > MAX_CHARACTERS) await this.flush();
    } else if ('table' in line) {
      await this.flush();
      this.#table = this.#tables.get(line.table);
      if (this.#table === undefined || String(this.#table.columns) !== String(line.columns))
        throw new CommandError(`Table ${line.table} is another one here than in the backup.`);
    } else if ('sequence' in line) {
      await this.flush();
      await this.#owner.query('select setval($1::regclass, $2::bigint)', [line.sequence, line.last_value]);
    }
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0 || this.#table === undefined) return;
    const { name, stored } = this.#table;
    await this.#owner.query(
      `insert into ${name} (${stored.join(', ')}) overriding system value
       select ${stored.map((column) => `(r).${column}`).join(', ')} from (select u::${name} as r from unnest($1::text[]) u) rows`,
      [this.#rows],
    );
    this.#count += this.#rows.length;
    this.#rows = [];
    this.#characters = 0;
  }
}

async function foreignKeys(
  owner: pg.Client,
  tables: readonly string[],
): Promise<readonly { readonly table: string; readonly name: string; readonly definition: string }[]> {
  const { rows } = await owner.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(f.conname) as name,
       pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
     where f.contype = 'f' and format('%I.%I', n.nspname, c.relname) = any ($1) order by f.oid`,
    [tables],
  );
  return rows;
}
