import { createHash } from 'node:crypto';
import type { LabClock } from '../../lab-clock.ts';
import { reread, type Sections, type Step, withSteps } from './uci-delta.ts';

/** Statuses of ubus that the configuration answers with. */
export const ubusStatus = {
  ok: 0,
  invalid_argument: 2,
  method_not_found: 3,
  not_found: 4,
  no_data: 5,
  permission_denied: 6,
  not_supported: 8,
} as const;

interface Waiting {
  readonly session: string;
  readonly before: ReadonlyMap<string, Sections>;
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  readonly cancel: () => void;
}

/**
 * The configuration three times over: the files, what the daemons run, and what each session staged. Files change by
 * `commit` and `apply`, the running copy by `apply` alone.
 */
export class UciState {
  readonly #saved = new Map<string, Sections>();
  #running = new Map<string, Sections>();
  readonly #staged = new Map<string, Map<string, Step[]>>();
  readonly #clock: LabClock;
  #waiting: Waiting | undefined;

  constructor(clock: LabClock) {
    this.#clock = clock;
  }

  /** Puts whole files in place, as if they had always been there. */
  install(configs: Readonly<Record<string, Sections>>): void {
    this.#waiting?.cancel();
    this.#waiting = undefined;
    this.#saved.clear();
    this.#staged.clear();
    for (const [config, sections] of Object.entries(configs)) this.#saved.set(config, reread(sections));
    this.#running = new Map(this.#saved);
  }

  /** A restart: the daemons read the files, sessions and their steps are gone. */
  restart(): void {
    if (this.#waiting !== undefined) this.#takeBack(this.#waiting);
    this.#staged.clear();
    this.#running = new Map(this.#saved);
  }

  configs(): string[] {
    return [...this.#saved.keys()].sort();
  }

  has(config: string): boolean {
    return this.#saved.has(config);
  }

  /** What a session sees: the file with its own steps on top. */
  seen(session: string, config: string): Sections | undefined {
    const saved = this.#saved.get(config);
    return saved && withSteps(saved, this.#staged.get(session)?.get(config) ?? []);
  }

  running(config: string): Sections {
    return this.#running.get(config) ?? [];
  }

  saved(config: string): Sections {
    return this.#saved.get(config) ?? [];
  }

  stage(session: string, config: string, ...steps: readonly Step[]): void {
    const own = this.#staged.get(session) ?? new Map<string, Step[]>();
    this.#staged.set(session, own);
    own.set(config, [...(own.get(config) ?? []), ...steps]);
  }

  steps(session: string): ReadonlyMap<string, readonly Step[]> {
    return this.#staged.get(session) ?? new Map();
  }

  revert(session: string, config: string): void {
    this.#staged.get(session)?.delete(config);
  }

  /** A session that ended takes what it staged with it. */
  forget(session: string): void {
    this.#staged.delete(session);
  }

  /** Writes one file; nothing is reloaded. */
  commit(session: string, config: string): number {
    if (this.#waiting !== undefined) return ubusStatus.permission_denied;
    this.#write(session, config);
    return ubusStatus.ok;
  }

  apply(session: string, rollback: boolean, timeoutSeconds: number): number {
    if (this.#waiting !== undefined && rollback) return ubusStatus.permission_denied;
    const steps = this.steps(session);
    if (steps.size === 0) return ubusStatus.no_data;
    // Without rollback a waiting apply of another session loses its snapshot: nothing takes it back any more.
    this.#waiting?.cancel();
    this.#waiting = undefined;
    const before = new Map([...steps.keys()].map((config) => [config, this.saved(config)] as const));
    const kept = new Map(steps);
    for (const config of kept.keys()) {
      this.#write(session, config);
      this.#running.set(config, this.saved(config));
    }
    if (!rollback) return ubusStatus.ok;
    const cancel = this.#clock.after(timeoutSeconds * 1_000, () => {
      if (this.#waiting?.session === session) this.#takeBack(this.#waiting);
    });
    this.#waiting = { session, before, steps: kept, cancel };
    return ubusStatus.ok;
  }

  confirm(session: string): number {
    const status = this.#mayEnd(session);
    if (status !== ubusStatus.ok) return status;
    this.#waiting?.cancel();
    this.#waiting = undefined;
    return status;
  }

  rollback(session: string): number {
    const status = this.#mayEnd(session);
    if (status === ubusStatus.ok && this.#waiting !== undefined) this.#takeBack(this.#waiting);
    return status;
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  hash(): string {
    const content = JSON.stringify([[...this.#saved], [...this.#running]]);
    return createHash('sha256').update(content).digest('hex');
  }

  #mayEnd(session: string): number {
    if (this.#waiting === undefined) return ubusStatus.no_data;
    return this.#waiting.session === session ? ubusStatus.ok : ubusStatus.permission_denied;
  }

  /** The files and daemons as before; the steps are staged again for the session that applied them. */
  #takeBack({ session, before, steps, cancel }: Waiting): void {
    cancel();
    this.#waiting = undefined;
    for (const [config, sections] of before) {
      this.#saved.set(config, sections);
      this.#running.set(config, sections);
      this.stage(session, config, ...(steps.get(config) ?? []));
    }
  }

  #write(session: string, config: string): void {
    const sections = this.seen(session, config);
    if (sections !== undefined) this.#saved.set(config, reread(sections));
    this.revert(session, config);
  }
}
