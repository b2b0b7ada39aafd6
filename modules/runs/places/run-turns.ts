import { Service } from '@patchbay/kernel/di';
import { type PlaceFor, RunCounts } from './run-counts.ts';

export interface TurnLimits {
  readonly maxAtOnce: number;
  readonly maxPerOwner: number;
  /** One organization alone may have half of all places. */
  readonly maxPerOrganization: number;
}

interface Waiting {
  readonly run: PlaceFor;
  readonly signal: AbortSignal;
  readonly decide: (isItsTurn: boolean) => void;
}

/** A run that has waited so long is better held by another process. */
const MAX_WAIT_MS = 1_000;

/** Lets claimed runs begin as places become free: of each owner the oldest first, owners in turn. */
export class RunTurns extends Service<TurnLimits> {
  readonly #running = new RunCounts();
  readonly #waiting = new Map<string, Set<Waiting>>();
  #count = 0;

  /** Runs that wait. */
  get waiting(): number {
    return this.#count;
  }

  /** False when the run lost its lease, waited too long, or the process stops: then it has no place to leave. */
  take(run: PlaceFor, signal: AbortSignal): boolean | Promise<boolean> {
    if (!this.#waiting.has(run.owner_id) && this.#hasRoom(run)) return this.#begin(run, signal);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#decide(waiting, false), MAX_WAIT_MS);
      const decide = (isItsTurn: boolean): void => {
        clearTimeout(timer);
        resolve(isItsTurn);
      };
      const waiting = { run, signal, decide };
      const others = this.#waiting.get(run.owner_id) ?? new Set();
      this.#waiting.set(run.owner_id, others.add(waiting));
      this.#count += 1;
    });
  }

  /** Hands the place on. */
  leave(run: PlaceFor): void {
    this.#running.remove(run);
    for (const [owner_id, others] of [...this.#waiting]) {
      if (this.#letNext(others)) this.#toTheEnd(owner_id);
    }
  }

  /** Those that lost their lease meanwhile leave the place to the one after them. */
  #letNext(others: ReadonlySet<Waiting>): boolean {
    for (const next of [...others]) {
      if (!this.#hasRoom(next.run)) return false;
      const hasBegun = this.#begin(next.run, next.signal);
      this.#decide(next, hasBegun);
      if (hasBegun) return true;
    }
    return false;
  }

  /** Refuses all that wait. */
  clear(): void {
    for (const waiting of [...this.#waiting.values()].flatMap((each) => [...each]))
      this.#decide(waiting, false);
  }

  #hasRoom({ owner_id, organization_id }: PlaceFor): boolean {
    const { maxAtOnce, maxPerOwner, maxPerOrganization } = this.parts;
    const { all } = this.#running;
    const ofOrganization = this.#running.ofOrganization(organization_id);
    const isAlone = ofOrganization === all && all < maxAtOnce / 2;
    return (
      all < maxAtOnce &&
      this.#running.ofOwner(owner_id) < maxPerOwner &&
      (isAlone || ofOrganization < maxPerOrganization)
    );
  }

  #begin(run: PlaceFor, signal: AbortSignal): boolean {
    if (signal.aborted) return false;
    this.#running.add(run);
    return true;
  }

  #decide(waiting: Waiting, isItsTurn: boolean): void {
    const { owner_id } = waiting.run;
    const others = this.#waiting.get(owner_id);
    if (!others?.delete(waiting)) return;
    this.#count -= 1;
    if (others.size === 0) this.#waiting.delete(owner_id);
    waiting.decide(isItsTurn);
  }

  #toTheEnd(owner_id: string): void {
    const others = this.#waiting.get(owner_id);
    if (others === undefined) return;
    this.#waiting.delete(owner_id);
    this.#waiting.set(owner_id, others);
  }
}
