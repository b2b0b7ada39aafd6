/** Waiting work of a plugin for an organization. */
export interface Job {
  readonly plugin_id: string;
  readonly organization_id: string;
}

const MAX_PARTIES = 1_000;
/** Least a turn costs, so that turns of no length go round, too. */
const MIN_MS = 1;

/** Time that parties used of something they share. Time that was not asked for is not saved up. */
class TimeShares {
  readonly #used = new Map<string, number>();
  /** Time used by the party that ran last: a party that used less, or is new, starts from here. */
  #floor = 0;

  of(party: string): number {
    return Math.max(this.#used.get(party) ?? 0, this.#floor);
  }

  begin(party: string): void {
    this.#floor = this.of(party);
    if (this.#used.size < MAX_PARTIES) return;
    for (const [each, used] of this.#used) if (used <= this.#floor) this.#used.delete(each);
  }

  charge(party: string, ms: number): void {
    this.#used.set(party, this.of(party) + Math.max(ms, MIN_MS));
  }
}

/**
 * Gives turns by time used: the plugin that used least comes next, in it the organization that used least, and
 * among equals the first. Slow work is lawful and pays with its turns; work that is quick is not held up by it.
 */
export class FairQueue {
  readonly #plugins = new TimeShares();
  readonly #organizations = new Map<string, TimeShares>();

  /** The next job; undefined when none waits. */
  choose<T extends Job>(waiting: readonly T[]): T | undefined {
    let best: T | undefined;
    for (const turn of waiting) if (best === undefined || this.#isBefore(turn, best)) best = turn;
    return best;
  }

  /** Says that the turn begins. */
  begin({ plugin_id, organization_id }: Job): void {
    this.#plugins.begin(plugin_id);
    this.#within(plugin_id).begin(organization_id);
  }

  /** Says what the turn took. */
  charge({ plugin_id, organization_id }: Job, ms: number): void {
    this.#plugins.charge(plugin_id, ms);
    this.#within(plugin_id).charge(organization_id, ms);
  }

  #isBefore(one: Job, other: Job): boolean {
    if (one.plugin_id !== other.plugin_id)
      return this.#plugins.of(one.plugin_id) < this.#plugins.of(other.plugin_id);
    const shares = this.#within(one.plugin_id);
    return shares.of(one.organization_id) < shares.of(other.organization_id);
  }

  #within(plugin_id: string): TimeShares {
    const found = this.#organizations.get(plugin_id) ?? new TimeShares();
    if (this.#organizations.size >= MAX_PARTIES && !this.#organizations.has(plugin_id))
      this.#organizations.clear();
    this.#organizations.set(plugin_id, found);
    return found;
  }
}
