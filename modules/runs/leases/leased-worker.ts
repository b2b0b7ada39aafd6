import { setTimeout as pause } from 'node:timers/promises';
import { withFallback } from '@patchbay/kernel/concurrency';
import { unavailable } from '@patchbay/kernel/errors';
import type { Logger } from '@patchbay/kernel/telemetry';

/** Work that this process alone carries out until its lease ends; the newest claim counts. */
export interface Lease {
  readonly id: string;
  readonly claim_id: string;
  readonly organization_id: string;
}

/** Queue of waiting work. */
export interface LeaseQueue<L extends Lease> {
  /** Takes work that waits, as much as has a place beside `held`. */
  claim(held: readonly L[]): Promise<readonly L[]>;
  /** Extends leases; answers the ids of those still held. Absent where the work extends its own. */
  extend?(leases: readonly L[]): Promise<ReadonlySet<string>>;
  /** Gives work back at once when the process stops. Absent where work that is cut off keeps its lease. */
  release?(leases: readonly L[]): Promise<void>;
  /** Milliseconds until more may wait; null: nothing waits for a time. */
  untilNextMs?(held: readonly L[]): Promise<number | null>;
}

export interface LeasedWorkerOptions<L extends Lease> {
  /** Noun of the work in the log. */
  readonly noun: string;
  readonly queue: LeaseQueue<L>;
  readonly carryOut: (lease: L, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly isEnabled?: () => boolean;
  readonly renewEveryMs?: number;
  /** Time for work after `stop` before its signal ends. */
  readonly graceMs?: number;
}

interface Active<L> {
  readonly lease: L;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  /** Whether it takes a place of those that `claim` gives. */
  readonly isClaimed: boolean;
}

const STOP_MS = 5_000;
/** Between claims while work keeps ending: the places are given anew together. */
const GATHERING_MS = 5;
const AFTER_FAILURE_MS = 5_000;

/**
 * Carries out work claimed from PostgreSQL under leases. Nothing is handed over in memory: a process that dies leaves
 * work that any other takes up when the lease ends.
 */
export class LeasedWorker<L extends Lease> {
  readonly #options: Required<LeasedWorkerOptions<L>>;
  readonly #active = new Map<string, Active<L>>();
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #look: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;

  constructor(options: LeasedWorkerOptions<L>) {
    this.#options = { isEnabled: () => true, renewEveryMs: 10_000, graceMs: 0, ...options };
  }

  /** Says that work may be waiting; costs nothing while it is being taken. */
  wake(): void {
    if (this.#stopped || !this.#options.isEnabled()) return;
    this.#again = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Carries out work that its caller has claimed, beside the places of the others; resolves at its end. */
  async carryOut(lease: L): Promise<void> {
    if (this.#stopped) throw unavailable({ message: 'The platform shuts down.', retryAfterSeconds: 1 });
    await this.#start(lease, false);
  }

  /** Carries out work that was claimed as it was written; it has places. */
  begin(leases: readonly L[]): void {
    if (this.#stopped) void this.#giveBack(leases);
    else for (const lease of leases) void this.#start(lease, true);
  }

  /** Leases held now. */
  held(): readonly L[] {
    return [...this.#active.values()].flatMap(({ lease, isClaimed }) => (isClaimed ? [lease] : []));
  }

  async #claimAll(): Promise<void> {
    clearTimeout(this.#look);
    const { queue, logger, noun } = this.#options;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const leases = await queue.claim(this.held());
        for (const lease of leases) void this.#start(lease, true);
        if (leases.length > 0) await pause(GATHERING_MS);
      }
      const nextMs = (await queue.untilNextMs?.(this.held())) ?? null;
      if (nextMs !== null) this.#lookIn(nextMs);
    } catch (error) {
      logger.warn(`taking ${noun} failed; the next round tries again`, { error });
      this.#lookIn(AFTER_FAILURE_MS);
    }
  }

  #lookIn(delayMs: number): void {
    clearTimeout(this.#look);
    if (!this.#stopped) this.#look = setTimeout(() => this.wake(), delayMs).unref();
  }

  #start(lease: L, isClaimed: boolean): Promise<void> {
    const abort = new AbortController();
    const ended = this.#toItsEnd(lease, abort.signal);
    this.#active.set(lease.id, { lease, abort, ended, isClaimed });
    if (this.#options.queue.extend)
      this.#renewal ??= setInterval(() => void this.#renew(), this.#options.renewEveryMs).unref();
    return ended;
  }

  async #toItsEnd(lease: L, signal: AbortSignal): Promise<void> {
    // The caller enters the work into the list before it can end.
    await Promise.resolve();
    const { carryOut, logger, noun } = this.#options;
    try {
      await carryOut(lease, signal);
    } catch (error) {
      logger.warn(`${noun} stopped midway; they go on when their lease ends`, { id: lease.id, error });
    } finally {
      if (this.#active.get(lease.id)?.lease === lease) this.#active.delete(lease.id);
      if (this.#active.size === 0) {
        clearInterval(this.#renewal);
        this.#renewal = undefined;
      }
      this.wake();
    }
  }

  /** Keeps the leases; work that was lost meanwhile stops at its next safe point. */
  async #renew(): Promise<void> {
    const { queue, logger, noun } = this.#options;
    const mine = [...this.#active.values()];
    try {
      const held = await queue.extend?.(mine.map(({ lease }) => lease));
      for (const { lease, abort } of mine)
        if (held?.has(lease.id) === false && this.#active.get(lease.id)?.lease === lease) abort.abort();
    } catch (error) {
      logger.warn(`leases of ${noun} could not be extended`, { error });
    }
  }

  /** Stops at the next safe point, and gives back whatever has not ended. */
  async stop(): Promise<void> {
    const { graceMs } = this.#options;
    this.#stopped = true;
    clearTimeout(this.#look);
    await this.#claiming;
    clearInterval(this.#renewal);
    const mine = [...this.#active.values()];
    const ended = Promise.all(mine.map((each) => each.ended)).then(() => {});
    if (graceMs > 0) await withFallback(graceMs, ended, () => {});
    for (const { abort } of mine) abort.abort();
    await withFallback(STOP_MS, ended, () => {});
    await this.#giveBack(mine.map(({ lease }) => lease));
  }

  async #giveBack(leases: readonly L[]): Promise<void> {
    const { queue, logger, noun } = this.#options;
    if (leases.length === 0 || queue.release === undefined) return;
    await queue
      .release(leases)
      .catch((error: unknown) =>
        logger.warn(`${noun} could not be given back; their leases end by themselves`, { error }),
      );
  }
}
