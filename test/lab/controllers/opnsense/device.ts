import type { LabClock } from '../lab-clock.ts';
import { ConfigTables } from './config-tables.ts';
import { type Copies, tableOf } from './objects/choices.ts';
import { FirewallObjects } from './objects/objects.ts';
import { firewallSchema } from './schema.ts';
import { type SeedOptions, seedFactory, seedSite } from './seed.ts';

export interface Backup {
  readonly id: string;
  readonly time: string;
  readonly description: string;
  readonly filesize: number;
  readonly snapshot: string;
}

export interface Job {
  readonly id: string;
  readonly kind: 'ping' | 'packet_capture';
  readonly settings: Readonly<Record<string, unknown>>;
  status: 'stopped' | 'running';
}

export interface FirmwareRun {
  readonly kind: 'update' | 'upgrade';
  readonly endsAt: number;
  readonly msg_uuid: string;
}

const maxBackups = 60;
const maxJobs = 100;
const aliasTable = tableOf('OPNsense/Firewall/Alias', 'aliases.alias');

/** One firewall: its saved and its running configuration, its jobs and what it reports about itself. */
export class FirewallDevice implements Copies {
  readonly schema = firewallSchema();
  readonly saved = new ConfigTables();
  readonly running = new ConfigTables();
  readonly objects = new FirewallObjects(this);
  readonly clock: LabClock;
  /** Loaded address tables by alias. */
  readonly tables = new Map<string, Set<string>>();
  readonly jobs = new Map<string, Job>();
  readonly restarted: string[] = [];
  readonly seed: SeedOptions;
  version: string;
  states = 1_280;
  firmware: FirmwareRun | null = null;
  #backups: Backup[] = [];
  #revision = 0;
  #bootedAt: number;

  constructor(clock: LabClock, seed: SeedOptions, version: string) {
    this.clock = clock;
    this.seed = seed;
    this.version = version;
    this.#bootedAt = clock.now() - 987_654_000;
    seedSite(this.saved, seed);
    this.takeUp(() => true);
  }

  get uptimeSeconds(): number {
    return Math.max(0, Math.floor((this.clock.now() - this.#bootedAt) / 1_000));
  }

  /** The part of the saved configuration that is wanted becomes the running one. */
  takeUp(wants: (name: string) => boolean): void {
    this.running.copyFrom(this.saved, wants);
    if (wants(aliasTable)) this.#loadTables();
  }

  #loadTables(): void {
    for (const { name = '', type = '', content = '', enabled } of this.running.rows(aliasTable)) {
      if (type !== 'host' && type !== 'network') continue;
      this.tables.set(
        name,
        new Set(enabled === '0' ? [] : content.split('\n').filter((part) => part !== '')),
      );
    }
  }

  /** Every save makes a revision of the configuration. */
  revise(description: string): string {
    const snapshot = this.saved.snapshot();
    this.#revision += 1;
    const time = `${Math.floor(this.clock.now() / 1_000)}.${String(this.#revision).padStart(4, '0')}`;
    const id = `config-${time}.xml`;
    this.#backups.unshift({ id, time, description, filesize: snapshot.length, snapshot });
    this.#backups.length = Math.min(this.#backups.length, maxBackups);
    return time;
  }

  backups(): readonly Backup[] {
    return this.#backups;
  }

  /** Puts a revision back, and into service: false when it is not kept any more. */
  restore(id: string): boolean {
    const backup = this.#backups.find((one) => one.id === id);
    if (backup === undefined) return false;
    this.saved.restore(backup.snapshot);
    this.takeUp(() => true);
    return true;
  }

  /** Puts back some models of a revision, and into service. */
  restoreModels({ snapshot }: Backup, models: readonly string[]): true {
    const former = new ConfigTables();
    former.restore(snapshot);
    const wants = (name: string) => models.some((model) => name === model || name.startsWith(`${model}#`));
    this.saved.copyFrom(former, wants);
    this.takeUp(wants);
    return true;
  }

  /** The factory's configuration. The key of the bench stays good, or nobody could go on. */
  factoryReset(): void {
    this.saved.restore('{"rows":[],"settings":[]}');
    this.running.restore('{"rows":[],"settings":[]}');
    this.tables.clear();
    seedFactory(this.saved, this.seed);
    this.takeUp(() => true);
  }

  /** After a restart everything that was saved runs. */
  booted(at: number): void {
    this.#bootedAt = at;
    this.states = 0;
    this.jobs.clear();
    this.takeUp(() => true);
  }

  addJob(job: Job): void {
    if (this.jobs.size >= maxJobs) {
      const [oldest] = this.jobs.keys();
      if (oldest !== undefined) this.jobs.delete(oldest);
    }
    this.jobs.set(job.id, job);
  }
}
