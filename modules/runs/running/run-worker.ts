import { setTimeout as pause } from 'node:timers/promises';
import { Bulkhead } from '@patchbay/kernel/concurrency';
import { unavailable } from '@patchbay/kernel/errors';
import type { Logger } from '@patchbay/kernel/telemetry';
import { WakeCalendar } from '../leases/wake-calendar.ts';
import type { ClaimedRun, ClaimRequest, RunClaims } from './run-claims.ts';
import type { RunExecution } from './run-execution.ts';

export interface RunWorkerOptions {
  readonly claims: Pick<RunClaims, 'claim' | 'extend' | 'release'>;
  readonly execution: Pick<RunExecution, 'carryOut'>;
  readonly logger: Logger;
  readonly mostAtOnce?: number;
  /** One Connection whose destination hangs must not take all places. */
  readonly mostPerConnection?: number;
  /** Nor may one organization while others wait; alone it may have half of them. */
  readonly mostPerOrganization?: number;
  readonly renewEveryMs?: number;
}

interface Active {
  readonly run: ClaimedRun;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  readonly isByHand: boolean;
}

const STOP_MS = 5_000;
/** Between claims while runs keep ending: their places are given anew together. */
const GATHERING_MS = 5;

/**
 * Carries out runs with effects, a bounded number at once, claimed from PostgreSQL under a lease. Nothing is
 * handed over in memory: a process that dies leaves runs that any other takes up when their lease ends.
 */
export class RunWorker {
  readonly #options: Required<RunWorkerOptions>;
  readonly #active = new Map<string, Active>();
  readonly #byHand: Bulkhead;
  /** Next tries of this process; should it end, the watch over runs finds them. */
  readonly #retries = new WakeCalendar(() => this.wake());
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #renewal: NodeJS.Timeout | undefined;

  constructor(options: RunWorkerOptions) {
    this.#options = {
      mostAtOnce: 128,
      mostPerConnection: 32,
      mostPerOrganization: 32,
      renewEveryMs: 10_000,
      ...options,
    };
    const { mostAtOnce: most, mostPerOrganization } = this.#options;
    this.#byHand = new Bulkhead({ most, mostPerKey: mostPerOrganization, refusal: tooManyRuns });
  }

  /** Says that runs may be waiting; costs nothing while they are being taken. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (this.#again) this.wake();
    });
  }

  async #claimAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      const { mostAtOnce, claims, logger } = this.#options;
      const most = mostAtOnce - this.#claimed().length;
      if (most <= 0) return;
      try {
        const runs = await claims.claim(this.#request(most));
        for (const run of runs) void this.#start(run);
        if (runs.length > 0) await pause(GATHERING_MS);
      } catch (error) {
        logger.warn('taking runs failed; they wait for the next round', { error });
        return;
      }
    }
  }

  /** Makes, carries out and shows a run at somebody's word. Throws `kernel.unavailable` when too many are under way. */
  byHand<T>(organization_id: string, work: () => Promise<T>): Promise<T> {
    return this.#byHand.run(organization_id, work);
  }

  /** Carries out a run that its caller has claimed; resolves when it has ended or stopped. */
  async carryOut(run: ClaimedRun): Promise<void> {
    if (this.#stopped) throw unavailable({ message: 'The platform shuts down.', retryAfterSeconds: 1 });
    await this.#start(run, true);
  }

  #request(most: number): ClaimRequest {
    const { mostAtOnce, mostPerConnection, mostPerOrganization } = this.#options;
    const byConnection = this.#countBy((run) => run.connection_id);
    return {
      most,
      mostPerConnection,
      saturated: [...byConnection].filter(([, count]) => count >= mostPerConnection).map(([id]) => id),
      held: Object.fromEntries(this.#countBy((run) => run.organization_id)),
      mostPerOrganization,
      mostBorrowing: Math.floor(mostAtOnce / 2),
    };
  }

  #countBy(keyOf: (run: ClaimedRun) => string): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { run } of this.#claimed()) counts.set(keyOf(run), (counts.get(keyOf(run)) ?? 0) + 1);
    return counts;
  }

  /** What is carried out at somebody's word has places of its own. */
  #claimed(): readonly Active[] {
    return [...this.#active.values()].filter(({ isByHand }) => !isByHand);
  }

  #start(run: ClaimedRun, isByHand = false): Promise<void> {
    const abort = new AbortController();
    const ended = this.#toItsEnd(run, abort.signal);
    this.#active.set(run.id, { run, abort, ended, isByHand });
    this.#renewal ??= setInterval(() => void this.#renew(), this.#options.renewEveryMs).unref();
    return ended;
  }

  async #toItsEnd(run: ClaimedRun, signal: AbortSignal): Promise<void> {
    // The caller enters the run into the list before it can end.
    await Promise.resolve();
    try {
      const { retryInMs } = await this.#options.execution.carryOut(run, signal);
      if (retryInMs !== null) this.#retries.note(retryInMs);
    } catch (error) {
      this.#options.logger.warn('a run stopped midway; it goes on when its lease ends', {
        run_id: run.id,
        error,
      });
    } finally {
      if (this.#active.get(run.id)?.run === run) this.#active.delete(run.id);
      if (this.#active.size === 0) {
        clearInterval(this.#renewal);
        this.#renewal = undefined;
      }
      this.wake();
    }
  }

  /** Keeps the leases; a run that was lost meanwhile stops before its next effect. */
  async #renew(): Promise<void> {
    const mine = [...this.#active.values()];
    try {
      const held = await this.#options.claims.extend(
        mine.map(({ run: { id, claim_id } }) => ({ id, claim_id })),
      );
      for (const { run, abort } of mine) if (!held.has(run.id) && this.#active.has(run.id)) abort.abort();
    } catch (error) {
      this.#options.logger.warn('leases of runs could not be extended', { error });
    }
  }

  /** Stops at the next safe point and gives back what has not ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#claiming;
    clearInterval(this.#renewal);
    this.#retries.clear();
    const mine = [...this.#active.values()];
    for (const { abort } of mine) abort.abort();
    const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([Promise.all(mine.map(({ ended }) => ended)), late]);
    const left = mine.map(({ run: { id, claim_id } }) => ({ id, claim_id }));
    await this.#options.claims.release(left).catch((error: unknown) => {
      this.#options.logger.warn('runs could not be given back; their leases end by themselves', { error });
    });
  }
}

const tooManyRuns = () =>
  unavailable({ message: 'Too many runs are under way; try again shortly.', retryAfterSeconds: 1 });
