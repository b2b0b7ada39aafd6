import { type Token, token } from '../di/index.ts';
import type { Clock } from './clock.ts';
import { type HealthCheck, type HealthResult, runCheck } from './health-check.ts';

/** A subsystem that does not do its work, and why. */
export interface Degradation {
  readonly name: string;
  readonly reason: string;
}

export interface HealthReport {
  readonly status: 'healthy' | 'degraded';
  readonly degraded: readonly Degradation[];
  readonly checks: Readonly<Record<string, HealthResult>>;
}

/** The answer of `/health/ready` (SPEC 4.1). */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly failed: readonly string[];
  readonly degraded_subsystems: readonly string[];
  readonly checks: Readonly<Record<string, HealthResult>>;
}

export const HEALTH: Token<HealthRegistry> = token('kernel.health');

const CACHE_MS = 500;
/** Bounds the list of degraded names; further ones are gathered under one name. */
const MAX_DEGRADED = 500;
const OVERFLOW = 'others';
const MAX_REASON_LENGTH = 500;

/**
 * Health of the platform. Checks run in parallel, each at most two seconds; a result serves half a second, and
 * concurrent callers share the running one.
 */
export class HealthRegistry {
  readonly #clock: Clock;
  readonly #checks = new Map<string, HealthCheck>();
  readonly #marked = new Map<string, { readonly reason: string; readonly critical: boolean }>();
  #last: { readonly atMs: number; readonly results: Promise<Record<string, HealthResult>> } | undefined;
  #lastResults: Readonly<Record<string, HealthResult>> = {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a check; the returned function takes it out again. Two checks of one name are a programming error. */
  register(check: HealthCheck): () => void {
    if (this.#checks.has(check.name)) throw new Error(`health check "${check.name}" is registered twice`);
    this.#checks.set(check.name, check);
    this.#last = undefined;
    return () => {
      this.#checks.delete(check.name);
      this.#last = undefined;
    };
  }

  /** Marks a subsystem degraded until `restore`; `critical` fails readiness too. */
  degrade(name: string, reason: string, options: { readonly critical?: boolean } = {}): void {
    const full = this.#marked.size >= MAX_DEGRADED && !this.#marked.has(name);
    const critical = options.critical ?? false;
    this.#marked.set(full ? OVERFLOW : name, { reason: reason.slice(0, MAX_REASON_LENGTH), critical });
  }

  restore(name: string): void {
    this.#marked.delete(name);
  }

  /** Subsystems known to be degraded right now, without running anything. */
  degraded(): readonly Degradation[] {
    return this.#degradedWith(this.#lastResults);
  }

  /** Runs all checks, or takes a result of the last half second. */
  async report(): Promise<HealthReport> {
    const checks = await this.#results();
    const degraded = this.#degradedWith(checks);
    return { status: degraded.length === 0 ? 'healthy' : 'degraded', degraded, checks };
  }

  /** `strict` is READINESS_STRICT_DEPS. */
  async readiness(strict: boolean): Promise<ReadinessReport> {
    const checks = await this.#results();
    const failing = [...this.#checks.values()].filter(
      ({ name, readiness }) =>
        checks[name]?.ok === false && (readiness === 'always' || (strict && readiness === 'strict_only')),
    );
    const marked = [...this.#marked].filter(
      ([name, { critical }]) => critical || this.#checks.get(name)?.critical === true,
    );
    const failed = [...new Set([...failing.map(({ name }) => name), ...marked.map(([name]) => name)])].sort();
    const degraded_subsystems = this.#degradedWith(checks).map(({ name }) => name);
    return { ready: failed.length === 0, failed, degraded_subsystems, checks };
  }

  #degradedWith(checks: Readonly<Record<string, HealthResult>>): readonly Degradation[] {
    const failing = Object.entries(checks)
      .filter(([name, { ok }]) => !ok && !this.#marked.has(name))
      .map(([name, { detail }]) => ({ name, reason: detail ?? 'check failed' }));
    const marked = [...this.#marked].map(([name, { reason }]) => ({ name, reason }));
    return [...marked, ...failing].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #results(): Promise<Record<string, HealthResult>> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#last !== undefined && nowMs - this.#last.atMs < CACHE_MS) return this.#last.results;
    const results = this.#run();
    this.#last = { atMs: nowMs, results };
    return results;
  }

  async #run(): Promise<Record<string, HealthResult>> {
    const checks = [...this.#checks.values()];
    const results = await Promise.all(checks.map((check) => runCheck(check, this.#clock)));
    this.#lastResults = Object.fromEntries(
      checks.map(({ name }, index) => [name, results[index] as HealthResult]),
    );
    return this.#lastResults;
  }
}
