import type { LoggedEvent } from '../define-event.ts';

/** Batches kept, and how long after the last one: jobs follow their batch within moments. */
const MAX_BATCHES = 4;
const KEPT_MS = 2_000;

const nameOf = (from_cursor: number, to_cursor: number): string => `${from_cursor}-${to_cursor}`;

/**
 * Batches that the relay of this process numbered a moment ago. Each durable kind asks for the same events, and
 * they never change, so most of the time they need not be read again.
 */
export class RecentBatches {
  readonly #batches = new Map<string, readonly LoggedEvent[]>();
  #timer: NodeJS.Timeout | undefined;

  /** Takes a whole batch as it was numbered, in order of cursors. */
  note(events: readonly LoggedEvent[]): void {
    const [first] = events;
    const last = events.at(-1);
    if (first === undefined || last === undefined) return;
    this.#batches.set(nameOf(first.cursor, last.cursor), events);
    const [oldest] = this.#batches.keys();
    if (this.#batches.size > MAX_BATCHES && oldest !== undefined) this.#batches.delete(oldest);
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.clear(), KEPT_MS).unref();
    else this.#timer.refresh();
  }

  /** The batch with exactly these ends. */
  find(from_cursor: number, to_cursor: number): readonly LoggedEvent[] | undefined {
    return this.#batches.get(nameOf(from_cursor, to_cursor));
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#batches.clear();
  }
}
