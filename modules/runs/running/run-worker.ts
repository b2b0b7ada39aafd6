import { Batcher, Bulkhead } from '@patchbay/kernel/concurrency';
import { unavailable } from '@patchbay/kernel/errors';
import type { Logger } from '@patchbay/kernel/telemetry';
import { LeasedWorker } from '../leases/leased-worker.ts';
import { WakeCalendar } from '../leases/wake-calendar.ts';
import { NewRunPlaces } from '../places/new-run-places.ts';
import { RecentEnds } from '../places/recent-ends.ts';
import { type PlaceFor, RunCounts } from '../places/run-counts.ts';
import { RunTurns } from '../places/run-turns.ts';
import type { ClaimedRun, ClaimRequest } from './claimed-run.ts';
import type { RunClaims } from './run-claims.ts';
import type { RunExecution } from './run-execution.ts';

export interface RunWorkerOptions {
  readonly claims: Pick<RunClaims, 'claim' | 'extend' | 'giveBack' | 'release'>;
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
  readonly #turns: RunTurns;
  readonly #ends = new RecentEnds();
  readonly #held = new RunCounts();
  readonly #reserved = new RunCounts();
  readonly #returned: Batcher<ClaimedRun, undefined>;
  /** Count of waiting runs' announcements, and the one up to which a claim has found none waiting. */
  #calls = 1;
  #answered = 0;
  /** Count of announcements that runs wait, and the one up to which a claim has left slots free. */
  #wakes = 1;
  #served = 0;
  /** Announcements that the last claim knew of. */
  #asked = 0;

  constructor(options: RunWorkerOptions) {
    this.#options = { ...places, ...options };
    const { claims, logger, renewEveryMs, maxAtOnce, maxPerOrganization } = this.#options;
    this.#byHand = new Bulkhead({ maxAtOnce, maxPerKey: maxPerOrganization, refusal: tooManyRuns });
    this.#turns = new RunTurns(this.#options);
    this.#returned = new Batcher(async (runs) => {
      await claims.giveBack(runs);
      return runs.map(() => undefined);
    });
    this.#worker = new LeasedWorker<ClaimedRun>({
      noun: 'runs',
      logger,
      ...(renewEveryMs === undefined ? {} : { renewEveryMs }),
      queue: {
        claim: () => this.#claim(),
        extend: (runs) => claims.extend(runs),
        release: (runs) => claims.release(runs),
      },
      carryOut: (run, signal) => (run.isBeside ? this.#toItsEnd(run, signal) : this.#inItsTurn(run, signal)),
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
      hasRoom: (run) => this.#hasRoom(run),
      reserved: this.#reserved,
      isOpen: this.#served === this.#wakes,
    });
  }

  /** Carries out runs that were written into places. */
  begin(runs: readonly ClaimedRun[]): void {
    for (const run of runs) this.#held.add(run);
    this.#worker.begin(runs);
  }

  /** Makes, carries out and shows a run by hand. Throws `kernel.unavailable` when too many are under way. */
  byHand<T>(organization_id: string, work: () => Promise<T>): Promise<T> {
    return this.#byHand.run(organization_id, work);
  }

  /** Carries out a run that its caller has claimed; resolves when it has ended or stopped. */
  carryOut(run: ClaimedRun): Promise<void> {
    return this.#worker.carryOut({ ...run, isBeside: true });
  }

  async #inItsTurn(run: ClaimedRun, signal: AbortSignal): Promise<void> {
    try {
      if (!(await this.#turns.take(run, signal))) return await this.#giveBack(run);
      try {
        await this.#toItsEnd(run, signal);
      } finally {
        this.#ends.note(run);
        this.#turns.leave(run);
      }
    } finally {
      this.#held.remove(run);
    }
  }

  async #toItsEnd(run: ClaimedRun, signal: AbortSignal): Promise<void> {
    const { retryInMs } = await this.#options.execution.carryOut(run, signal);
    if (retryInMs !== null) this.#retries.note(retryInMs);
    if (run.isNew !== true) this.#calls += 1;
  }

  async #giveBack(run: ClaimedRun): Promise<void> {
    await this.#returned.add(run);
    this.#calls += 1;
  }

  #hasRoom({ owner_id, organization_id }: PlaceFor): boolean {
    const { maxAtOnce, maxPerOwner, maxPerOrganization } = this.#options;
    const [ends, counts] = [this.#ends, [this.#held, this.#reserved]];
    const taken = (of: (count: RunCounts) => number): number =>
      counts.reduce((sum, each) => sum + of(each), 0);
    return (
      taken((each) => each.all) < maxAtOnce + ends.all &&
      taken((each) => each.ofOwner(owner_id)) < maxPerOwner + ends.ofOwner(owner_id) &&
      taken((each) => each.ofOrganization(organization_id)) <
        maxPerOrganization + ends.ofOrganization(organization_id)
    );
  }

  /** Asks no more once nothing waits, until it is said that something may; nor while enough runs wait here. */
  async #claim(): Promise<readonly ClaimedRun[]> {
    const [calls, wakes] = [this.#calls, this.#wakes];
    const isSupplied = this.#asked === wakes && this.#turns.waiting > this.#ends.all / 2;
    const request = this.#request();
    if (request.most <= 0 || this.#answered === calls || isSupplied) return [];
    this.#asked = wakes;
    const runs = await this.#options.claims.claim(request);
    for (const run of runs) this.#held.add(run);
    if (runs.length < request.most) this.#served = wakes;
    const { maxPerOrganization } = this.#options;
    const isWhole =
      request.saturated.length === 0 &&
      Object.values(request.held).every((count) => count < maxPerOrganization);
    if (runs.length === 0 && isWhole) this.#answered = calls;
    return runs;
  }

  #request(): ClaimRequest {
    const { maxAtOnce, maxPerOwner, maxPerOrganization } = this.#options;
    const [ends, held] = [this.#ends, this.#held];
    const room = [...new Set([...held.owners, ...ends.owners()])].map(
      (id) => [id, maxPerOwner + ends.ofOwner(id) - held.ofOwner(id)] as const,
    );
    const organizations = [...new Set([...held.organizations, ...ends.organizations()])];
    return {
      most: maxAtOnce + ends.all - held.all,
      maxPerOwner,
      saturated: room.flatMap(([id, count]) => (count <= 0 ? [id] : [])),
      room: Object.fromEntries(room.filter(([, count]) => count > 0)),
      held: Object.fromEntries(
        organizations.map((id) => [id, held.ofOrganization(id) - ends.ofOrganization(id)]),
      ),
      maxPerOrganization,
      maxBorrowing: Math.floor(maxAtOnce / 2),
    };
  }

  /** Stops at the next safe point and gives back the runs that have not ended. */
  async stop(): Promise<void> {
    const stopped = this.#worker.stop();
    this.#turns.clear();
    this.#retries.clear();
    await stopped;
    this.#retries.clear();
  }
}

const tooManyRuns = () =>
  unavailable({ message: 'Too many runs are under way; try again shortly.', retryAfterSeconds: 1 });
