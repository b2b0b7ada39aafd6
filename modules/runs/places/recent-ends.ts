import { type PlaceFor, RunCounts } from './run-counts.ts';

const WINDOW_MS = 100;
/** Runs that a process holds beyond those that go on; also bounds its memory. */
const MAX_AHEAD = 256;

/**
 * Runs that can be claimed ahead: as many as have ended in the last moment, which is the time that these will wait for
 * their turn. Where runs hang none are, and other processes can have them.
 */
export class RecentEnds {
  readonly #nowMs: () => number;
  #window = 0;
  #former = new RunCounts();
  #latest = new RunCounts();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  note(run: PlaceFor): void {
    this.#turnOver();
    this.#latest.add(run);
  }

  get all(): number {
    return this.#ahead((counts) => counts.all);
  }

  ofOwner(id: string): number {
    return this.#ahead((counts) => counts.ofOwner(id));
  }

  ofOrganization(id: string): number {
    return this.#ahead((counts) => counts.ofOrganization(id));
  }

  /** Organizations with runs that ended in this time. */
  organizations(): readonly string[] {
    this.#turnOver();
    return [...new Set([...this.#former.organizations, ...this.#latest.organizations])];
  }

  owners(): readonly string[] {
    this.#turnOver();
    return [...new Set([...this.#former.owners, ...this.#latest.owners])];
  }

  #ahead(countOf: (counts: RunCounts) => number): number {
    this.#turnOver();
    return Math.min(MAX_AHEAD, countOf(this.#former) + countOf(this.#latest));
  }

  #turnOver(): void {
    const window = Math.floor(this.#nowMs() / WINDOW_MS);
    if (window === this.#window) return;
    this.#former = window === this.#window + 1 ? this.#latest : new RunCounts();
    this.#latest = new RunCounts();
    this.#window = window;
  }
}
