import type { LabClock } from '../lab-clock.ts';
import { RouterConfiguration } from './menus/configuration.ts';
import { interfaceKinds } from './menus/interface-kinds.ts';
import { type Menu, type RouterSchema, routerSchema } from './schema.ts';
import { type SeedOptions, seedFactory, seedSite } from './seed.ts';
import { RouterTables, type Row } from './tables.ts';
import { formatInterval } from './values/intervals.ts';

export interface Backup {
  readonly snapshot: string;
  readonly password: string;
}

const singleObjects = new Set(['/system/resource', '/system/routerboard']);
const maxBackups = 20;

/** One router: its configuration, its clock and what it reports about itself. */
export class RouterDevice {
  readonly schema: RouterSchema = routerSchema();
  readonly tables = new RouterTables();
  readonly configuration = new RouterConfiguration(this);
  readonly clock: LabClock;
  readonly #seed: SeedOptions;
  readonly #backups = new Map<string, Backup>();
  #bootedAt: number;
  #nextVersion: string | undefined;
  #nextFirmware: string | undefined;

  constructor(clock: LabClock, seed: SeedOptions) {
    this.clock = clock;
    this.#seed = seed;
    this.#bootedAt = clock.now() - 1_234_567_000;
    seedSite(this.tables, seed);
  }

  /** True for menus that hold one object without an id. */
  isSingle(menu: Menu): boolean {
    return menu.singleton || singleObjects.has(menu.path);
  }

  /** What the router prints: only properties its schema knows, never a login password. */
  print(menu: Menu): Row[] {
    if (menu.path === '/interface') return this.#interfaces(menu);
    const rows = this.isSingle(menu) ? [this.tables.single(menu.path)] : this.tables.rows(menu.path);
    return rows.map((row) => this.shown(menu, row));
  }

  shown(menu: Menu, row: Row): Row {
    const live = menu.path === '/system/resource' ? { ...row, uptime: this.uptime() } : row;
    const shown: Row = {};
    for (const [name, value] of Object.entries(live)) {
      if (name === 'password' && menu.path === '/user') continue;
      if (name === '.id' || menu.fields.has(name) || menu.readOnly.has(name)) shown[name] = value;
    }
    return shown;
  }

  uptime(): string {
    return formatInterval(Math.max(0, Math.floor((this.clock.now() - this.#bootedAt) / 1_000) * 1_000));
  }

  /** Counts the uptime from the given moment and lets prepared upgrades take effect. */
  booted(at: number): void {
    this.#bootedAt = at;
    if (this.#nextVersion !== undefined) this.#upgrade(this.#nextVersion);
    if (this.#nextFirmware !== undefined) {
      this.tables.update('/system/routerboard', this.tables.single('/system/routerboard'), {
        'current-firmware': this.#nextFirmware,
      });
    }
    this.#nextVersion = undefined;
    this.#nextFirmware = undefined;
  }

  prepareUpgrade(version: string): void {
    this.#nextVersion = version;
  }

  prepareFirmware(): void {
    this.#nextFirmware = this.tables.single('/system/routerboard')['upgrade-firmware'];
  }

  saveBackup(name: string, password: string): void {
    if (this.#backups.size >= maxBackups && !this.#backups.has(name)) {
      const oldest = this.#backups.keys().next();
      if (!oldest.done) this.#backups.delete(oldest.value);
    }
    this.#backups.set(name, { snapshot: this.tables.snapshot(), password });
  }

  /** The configuration as it was saved; files lie beside it and stay. */
  restore({ snapshot }: Backup): void {
    const files = this.tables.rows('/file').map(({ '.id': _id, ...file }) => file);
    this.tables.restore(snapshot);
    for (const row of [...this.tables.rows('/file')]) this.tables.remove('/file', row);
    for (const file of files) this.tables.insert('/file', file);
  }

  backup(name: string): Backup | undefined {
    return this.#backups.get(name);
  }

  /** Back to what the factory shipped; the login on the label stays good. */
  factoryReset(): void {
    this.tables.clear();
    seedFactory(this.tables, this.#seed);
  }

  #upgrade(version: string): void {
    this.tables.update('/system/resource', this.tables.single('/system/resource'), {
      version: `${version} (stable)`,
    });
    this.tables.update('/system/routerboard', this.tables.single('/system/routerboard'), {
      'upgrade-firmware': version,
    });
    this.tables.update('/system/package/update', this.tables.single('/system/package/update'), {
      'installed-version': version,
    });
    for (const row of this.tables.rows('/system/package'))
      this.tables.update('/system/package', row, { version });
  }

  #interfaces(menu: Menu): Row[] {
    const rows = [...interfaceKinds].flatMap(([kind, { type }]) =>
      this.tables
        .rows(kind)
        .map((row) => this.shown(menu, { ...row, type, 'actual-mtu': row['mtu'] ?? '1500' })),
    );
    const number = (row: Row) => Number.parseInt((row['.id'] ?? '*0').slice(1), 16);
    return rows.sort((left, right) => number(left) - number(right));
  }
}
