import { createHash } from 'node:crypto';

/** One object: its fields as text under dotted names, its id as `uuid`. */
export type Row = Record<string, string>;

const maxRows = 20_000;

/** One copy of the configuration: rows by `<model>#<path>`, settings by `<model>`. */
export class ConfigTables {
  #rows = new Map<string, readonly Row[]>();
  #settings = new Map<string, Row>();
  readonly #hashes = new Map<string, string>();

  rows(table: string): readonly Row[] {
    return this.#rows.get(table) ?? [];
  }

  find(table: string, id: string): Row | undefined {
    return this.rows(table).find((row) => row['uuid'] === id);
  }

  /** False when the firewall can hold no more. */
  put(table: string, row: Row): boolean {
    const rows = this.rows(table);
    const at = rows.findIndex((other) => other['uuid'] === row['uuid']);
    if (at < 0 && rows.length >= maxRows) return false;
    this.#rows.set(table, at < 0 ? [...rows, row] : rows.with(at, row));
    this.#hashes.delete(table);
    return true;
  }

  remove(table: string, id: string): boolean {
    const rows = this.rows(table);
    const kept = rows.filter((row) => row['uuid'] !== id);
    if (kept.length === rows.length) return false;
    this.#rows.set(table, kept);
    this.#hashes.delete(table);
    return true;
  }

  settings(model: string): Readonly<Row> {
    return this.#settings.get(model) ?? {};
  }

  set(model: string, fields: Readonly<Row>): void {
    this.#settings.set(model, { ...this.settings(model), ...fields });
    this.#hashes.delete(model);
  }

  tables(): readonly string[] {
    return [...this.#rows.keys()];
  }

  models(): readonly string[] {
    return [...this.#settings.keys()];
  }

  /** Takes over what another copy holds under these names: lists by prefix of their path, settings by model. */
  copyFrom(other: ConfigTables, wants: (name: string) => boolean): void {
    for (const table of new Set([...other.tables(), ...this.tables()])) {
      if (!wants(table)) continue;
      this.#rows.set(table, other.rows(table));
      this.#hashes.delete(table);
    }
    for (const model of other.models()) {
      if (!wants(model)) continue;
      this.#settings.set(model, { ...other.settings(model) });
      this.#hashes.delete(model);
    }
  }

  snapshot(): string {
    return JSON.stringify({ rows: [...this.#rows], settings: [...this.#settings] });
  }

  restore(snapshot: string): void {
    const { rows, settings } = JSON.parse(snapshot) as { rows: [string, Row[]][]; settings: [string, Row][] };
    this.#rows = new Map(rows);
    this.#settings = new Map(settings);
    this.#hashes.clear();
  }

  /** SHA-256 over everything; a table that did not change is not read again. */
  hash(): string {
    const all = createHash('sha256');
    for (const name of [...this.#rows.keys(), ...this.#settings.keys()].sort()) {
      const known = this.#hashes.get(name) ?? this.#hashOf(name);
      this.#hashes.set(name, known);
      all.update(`${name} ${known}\n`);
    }
    return all.digest('hex');
  }

  #hashOf(name: string): string {
    const content = this.#rows.get(name) ?? this.#settings.get(name);
    return createHash('sha256').update(JSON.stringify(content)).digest('hex');
  }
}
