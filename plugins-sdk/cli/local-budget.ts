import { CapabilityError } from '@patchbay/sandbox';
import { describeBudget, type Emitted, overdrawnBudget } from '../package/index.ts';

interface TakenAt {
  readonly atMs: number;
  readonly bytes: number;
}

const MINUTE_MS = 60_000;
const nothing: Emitted = { events: 0, bytes: 0 };
const sum = (taken: readonly TakenAt[]): Emitted =>
  taken.reduce(({ events, bytes }, each) => ({ events: events + 1, bytes: bytes + each.bytes }), nothing);

/** The budget of emitted events as the platform keeps it, for one plugin and organization on an author's machine. */
export class LocalBudget {
  #taken: readonly TakenAt[] = [];
  #ofCause: readonly TakenAt[] = [];

  /** Another event leads to what comes. */
  restart(): void {
    this.#ofCause = [];
  }

  /** Forgets the minute, too. */
  clear(): void {
    this.restart();
    this.#taken = [];
  }

  /** Throws `emit_budget_spent`. Each emission counts, also where its payload is refused afterwards. */
  take(bytes: number): void {
    const atMs = performance.now();
    this.#taken = this.#taken.filter((each) => atMs - each.atMs < MINUTE_MS);
    const over = overdrawnBudget({ cause: sum(this.#ofCause), minute: sum(this.#taken) }, nothing, bytes);
    if (over !== null) throw new CapabilityError('emit_budget_spent', describeBudget(over));
    this.#taken = [...this.#taken, { atMs, bytes }];
    this.#ofCause = [...this.#ofCause, { atMs, bytes }];
  }
}
