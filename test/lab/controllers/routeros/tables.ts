import { createHash } from 'node:crypto';
import { interfaceKinds } from './menus/interface-kinds.ts';
import { failure } from './refusal.ts';

/** One object as the router prints it; `.id` is among its properties, unset properties are absent. */
export type Row = Record<string, string>;

interface Table {
  rows: Row[];
  hash: string | null;
}

const maxRows = 20_000;

/** The router's saved configuration: rows by menu in their order, and the single object of a singleton menu. */
export class RouterTables {
  #tables = new Map<string, Table>();
  readonly #lastIds = new Map<string, number>();

  rows(menu: string): readonly Row[] {
    return this.#tables.get(menu)?.rows ?? [];
  }

  menus(): readonly string[] {
    return [...this.#tables.keys()];
  }

  find(menu: string, id: string): Row | undefined {
    return this.rows(menu).find((row) => row['.id'] === id);
  }

  /** Adds a row under a new id, before the given one or at the end. */
  insert(menu: string, fields: Row, before?: string): Row {
    const table = this.#table(menu);
    if (table.rows.length >= maxRows) throw failure('out of memory');
    const row: Row = { '.id': this.#nextId(menu), ...fields };
    const at = before === undefined ? -1 : table.rows.findIndex((other) => other['.id'] === before);
    if (at < 0) table.rows.push(row);
    else table.rows.splice(at, 0, row);
    return row;
  }

  update(menu: string, row: Row, fields: Readonly<Row>): void {
    Object.assign(row, fields);
    this.touch(menu);
  }

  unset(menu: string, row: Row, name: string): void {
    delete row[name];
    this.touch(menu);
  }

  remove(menu: string, row: Row): void {
    const table = this.#table(menu);
    table.rows = table.rows.filter((other) => other !== row);
  }

  /** Moves rows in front of the destination, or to the end. */
  move(menu: string, moved: readonly Row[], destination: Row | undefined): void {
    const table = this.#table(menu);
    const rest = table.rows.filter((row) => !moved.includes(row));
    const at = destination === undefined ? rest.length : rest.indexOf(destination);
    table.rows = [...rest.slice(0, at), ...moved, ...rest.slice(at)];
  }

  /** The object of a singleton menu, made empty when it was never written. */
  single(menu: string): Row {
    const table = this.#table(menu);
    table.rows[0] ??= {};
    return table.rows[0];
  }

  touch(menu: string): void {
    const table = this.#tables.get(menu);
    if (table) table.hash = null;
  }

  clear(): void {
    this.#tables.clear();
  }

  snapshot(): string {
    return JSON.stringify([...this.#tables].map(([menu, table]) => [menu, table.rows]));
  }

  restore(snapshot: string): void {
    const tables = JSON.parse(snapshot) as [string, Row[]][];
    this.#tables = new Map(tables.map(([menu, rows]) => [menu, { rows, hash: null }]));
  }

  /** SHA-256 over every row in its order; a table that did not change is not read again. */
  hash(): string {
    const all = createHash('sha256');
    for (const [menu, table] of [...this.#tables].sort(([left], [right]) => (left < right ? -1 : 1))) {
      // Reading a singleton that was never written leaves an empty object, which is no configuration.
      if (!table.rows.some((row) => Object.keys(row).length > 0)) continue;
      table.hash ??= createHash('sha256').update(JSON.stringify(table.rows)).digest('hex');
      all.update(`${menu} ${table.hash}\n`);
    }
    return all.digest('hex');
  }

  #table(menu: string): Table {
    let table = this.#tables.get(menu);
    if (table === undefined) {
      table = { rows: [], hash: null };
      this.#tables.set(menu, table);
    }
    // A caller that asks for the table itself is about to change it.
    table.hash = null;
    return table;
  }

  #nextId(menu: string): string {
    // All kinds of interfaces are numbered together, because /interface shows them as one list.
    const series = interfaceKinds.has(menu) ? '/interface' : menu;
    const id = (this.#lastIds.get(series) ?? 0) + 1;
    this.#lastIds.set(series, id);
    return `*${id.toString(16).toUpperCase()}`;
  }
}
