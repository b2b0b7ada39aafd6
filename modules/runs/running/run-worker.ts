import { Bulkhead } from '@patchbay/kernel/concurrency';
import { unavailable } from '@patchbay/kernel/errors';
import type { Logger } from '@patchbay/kernel/telemetry';
import { LeasedWorker } from '../leases/leased-worker.ts';
import { WakeCalendar } from '../leases/wake-calendar.ts';
import type { ClaimedRun, ClaimRequest } from './claimed-run.ts';
import { NewRunPlaces, type PlaceFor } from './new-run-places.ts';
import type { RunClaims } from './run-claims.ts';
import type { RunExecution } from './run-execution.ts';

export interface RunWorkerOptions {
  readonly claims: Pick<RunClaims, 'claim' | 'extend' | 'release'>;
  readonly execution: Pick<RunExecution, 'carryOut'>;
  readonly logger: Logger;
  readonly maxAtOnce?: number;
  /** One owner whose destination hangs must not take all places. */
  readonly maxPerOwner?: number;
  /** Nor may one organization while others wait; alone it may have half of them. */
  readonly maxPerOrganization?: number;
  readonly renewEveryMs?: number;
}

const places = { maxAtOnce: 128, maxPerOwner: 32, maxPerOrganization: 32 };

/** Carries out runs with effects, a bounded number at once, fair to owners and organizations. */
export class RunWorker {
  readonly #options: RunWorkerOptions & typeof places;
  readonly #worker: LeasedWorker<ClaimedRun>;
  /** Runs by hand have places of their own. */
  readonly #byHand: Bulkhead;
  /** Next tries of this process; should it end, the watch over runs finds them. */
  readonly #retries = new WakeCalendar(() => this.wake());
  readonly #reserved = new Set<PlaceFor>();
  /** Count of waiting runs' announcements, and the one up to which a claim has found none waiting. */
  #calls = 1;
  #answered = 0;
  /** Count of announcements that runs wait, and the one up to which a claim has left slots free. */
  #wakes = 1;
  #served = 0;

  constructor(options: RunWorkerOptions) {
    this.#options = { ...places, ...options };
    const { claims, execution, logger, renewEveryMs, maxAtOnce: most, maxPerOrganization } = this.#options;
    this.#byHand = new Bulkhead({ most, maxPerKey: maxPerOrganization, refusal: tooManyRuns });
    this.#worker = new LeasedWorker<ClaimedRun>({
      noun: 'runs',
      logger,
      ...(renewEveryMs === undefined ? {} : { renewEveryMs }),
      queue: {
        claim: (held) => this.#claim(held),
        extend: (runs) => claims.extend(runs),
        release: (runs) => claims.release(runs),
      },
      carryOut: async (run, signal) => {
        const { retryInMs } = await execution.carryOut(run, signal);
        if (retryInMs !== null) this.#retries.note(retryInMs);
        if (run.isNew !== true) this.#calls += 1;
      },
    });
  }

  /** Says that runs may be waiting; costs nothing while they are being taken. */
  wake(): void {
    this.#calls += 1;
    this.#wakes += 1;
    this.#worker.wake();
  }

  /**
   * Slots for runs about to be written, as far as waiting ones have left some: limits of an owner or organization
   * hold for new ones, too. To be released when they have begun.
   */
  places(): NewRunPlaces {
    return new NewRunPlaces({
      limits: this.#options,
      held: () => this.#worker.held(),
      reserved: this.#reserved,
      isOpen: this.#served === this.#wakes,
    });
  }

  /** Carries out runs that were written into places. */
  begin(runs: readonly ClaimedRun[]): void {
    this.#worker.begin(runs);
  }

  /** Makes, carries out and shows a run by hand. Throws `kernel.unavailable` when too many are under way. */
  byHand<T>(organization_id: string, work: () => Promise<T>): Promise<T> {
    return this.#byHand.run(organization_id, work);
  }

  /** Carries out a run that its caller has claimed; resolves when it has ended or stopped. */
  carryOut(run: ClaimedRun): Promise<void> {
    return this.#worker.carryOut(run);
  }

  /** Asks no more once nothing waits, until it is said that something may. */
  async #claim(held: readonly ClaimedRun[]): Promise<readonly ClaimedRun[]> {
    const [calls, wakes] = [this.#calls, this.#wakes];
    if (held.length >= this.#options.maxAtOnce || this.#answered === calls) return [];
    const request = this.#request(held);
    const runs = await this.#options.claims.claim(request);
    if (runs.length < request.most) this.#served = wakes;
    const { maxPerOrganization } = this.#options;
    const isWhole =
      request.saturated.length === 0 &&
      Object.values(request.held).every((count) => count < maxPerOrganization);
    if (runs.length === 0 && isWhole) this.#answered = calls;
    return runs;
  }

  #request(held: readonly ClaimedRun[]): ClaimRequest {
    const { maxAtOnce, maxPerOwner, maxPerOrganization } = this.#options;
    const byOwner = counted(held, ({ owner_id }) => owner_id);
    return {
      most: maxAtOnce - held.length,
      maxPerOwner,
      saturated: [...byOwner].filter(([, count]) => count >= maxPerOwner).map(([id]) => id),
      held: Object.fromEntries(counted(held, ({ organization_id }) => organization_id)),
      maxPerOrganization,
      maxBorrowing: Math.floor(maxAtOnce / 2),
    };
  }

  /** Stops at the next safe point and gives back the runs that have not ended. */
  async stop(): Promise<void> {
    const stopped = this.#worker.stop();
    this.#retries.clear();
    await stopped;
    this.#retries.clear();
  }
}

function counted(
  runs: readonly ClaimedRun[],
  keyOf: (run: ClaimedRun) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const run of runs) counts.set(keyOf(run), (counts.get(keyOf(run)) ?? 0) + 1);
  return counts;
}

const tooManyRuns = () =>
  unavailable({ message: 'Too many runs are under way; try again shortly.', retryAfterSeconds: 1 });
