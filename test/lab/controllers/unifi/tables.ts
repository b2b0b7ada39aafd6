import { createHash, randomUUID } from 'node:crypto';
import type { LabClock } from '../lab-clock.ts';

export type Row = Record<string, unknown>;

/** One site of the controller, by its names in both interfaces. */
export interface LabSite {
  readonly id: string;
  readonly _id: string;
  readonly name: string;
  desc: string;
}

/**
 * Everything a console keeps. A write changes the saved tables at once; the devices follow, and with them the running
 * copy, when the provisioning that began with the write has ended.
 */
export class Tables {
  readonly sites: LabSite[] = [];
  readonly #saved = new Map<string, Row[]>();
  readonly #running = new Map<string, Row[]>();
  readonly #dirty = new Set<string>();
  readonly #hashes = new Map<string, string>();
  readonly #clock: LabClock;
  readonly #provisioningMs: number;
  #isProvisioning = false;
  #nextObject = 1;

  constructor(clock: LabClock, provisioningMs: number) {
    this.#clock = clock;
    this.#provisioningMs = provisioningMs;
  }

  /** Time of the controller, in milliseconds. */
  now(): number {
    return this.#clock.now();
  }

  /** Between a write and the moment the devices have it. */
  get isProvisioning(): boolean {
    return this.#isProvisioning;
  }

  objectId(): string {
    const id = `6650a1b2c3d4e5f6${this.#nextObject.toString(16).padStart(8, '0')}`;
    this.#nextObject += 1;
    return id;
  }

  addSite(name: string, desc: string): LabSite {
    const site: LabSite = { id: randomUUID(), _id: this.objectId(), name, desc };
    this.sites.push(site);
    return site;
  }

  rows(site: LabSite, table: string): Row[] {
    const key = `${site.name} ${table}`;
    const rows = this.#saved.get(key) ?? [];
    this.#saved.set(key, rows);
    return rows;
  }

  insert(site: LabSite, table: string, row: Row): Row {
    this.rows(site, table).push(row);
    this.changed(site, table);
    return row;
  }

  update(site: LabSite, table: string, row: Row, fields: Row): Row {
    Object.assign(row, fields);
    this.changed(site, table);
    return row;
  }

  /** Changes the row after a time on the lab clock, if it is still there: what a device finishes by itself. */
  later(
    site: LabSite,
    table: string,
    row: Row,
    change: { readonly afterMs: number; readonly fields: Row },
  ): void {
    this.#clock.after(change.afterMs, () => {
      if (this.rows(site, table).includes(row)) this.update(site, table, row, change.fields);
    });
  }

  /** The row becomes exactly this. */
  replace(site: LabSite, table: string, row: Row, fields: Row): Row {
    for (const name of Object.keys(row)) delete row[name];
    return this.update(site, table, row, fields);
  }

  remove(site: LabSite, table: string, row: Row): void {
    const rows = this.rows(site, table);
    rows.splice(rows.indexOf(row), 1);
    this.changed(site, table);
  }

  /** Every table of a site with its rows. */
  *tablesOf(site: LabSite): Iterable<readonly [string, readonly Row[]]> {
    for (const [key, rows] of this.#saved)
      if (key.startsWith(`${site.name} `)) yield [key.slice(site.name.length + 1), rows];
  }

  changed(site: LabSite, table: string): void {
    const key = `${site.name} ${table}`;
    this.#dirty.add(key);
    this.#hashes.delete(key);
    if (this.#isProvisioning) return;
    this.#isProvisioning = true;
    this.#clock.after(this.#provisioningMs, () => this.provision());
  }

  /** The devices have what was saved. */
  provision(): void {
    this.#isProvisioning = false;
    for (const key of this.#dirty) this.#running.set(key, structuredClone(this.#saved.get(key) ?? []));
    this.#dirty.clear();
  }

  state(): Readonly<Record<'saved' | 'running', Readonly<Record<string, readonly Row[]>>>> {
    return { saved: copyOf(this.#saved), running: copyOf(this.#running) };
  }

  /** Of everything saved; tables without a write since are not read again. */
  hash(): string {
    for (const [key, rows] of this.#saved) {
      if (!this.#hashes.has(key)) this.#hashes.set(key, sha256(JSON.stringify(rows)));
    }
    return sha256(JSON.stringify([this.sites, [...this.#hashes].sort(byKey)]));
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1;

const copyOf = (tables: ReadonlyMap<string, Row[]>): Record<string, readonly Row[]> =>
  Object.fromEntries([...tables].map(([key, rows]) => [key, structuredClone(rows)]));
