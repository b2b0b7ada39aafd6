/** Numbers that have not come, first and last included. */
export interface MissingNumbers {
  readonly from: number;
  readonly to: number;
}

/** State that a receiver keeps between two starts. */
export interface LedgerState {
  /** Every number up to here has come, or was given up. */
  readonly complete_to: number;
  /** Ranges beyond it that have come, ascending. */
  readonly beyond: readonly MissingNumbers[];
}

const DEFAULT_MAX_RANGES = 10_000;

/**
 * Proves that a receiver missed nothing: numbers of one webhook have no holes, so what has not come when a later one
 * has is missing, and may be asked for again (`POST /webhooks/{id}/deliveries/{delivery_id}/resend`, or `replay`).
 * Keep `state` beside what the deliveries changed. It holds so many ranges (default 10,000); when more are needed
 * the oldest hole is given up and `givenUp` rises.
 */
export class SequenceLedger {
  readonly #mostRanges: number;
  /** Ascending, disjoint, never adjacent. */
  readonly #ranges: { from: number; to: number }[];
  #completeTo: number;
  #givenUp = 0;

  constructor(state: LedgerState = { complete_to: 0, beyond: [] }, mostRanges = DEFAULT_MAX_RANGES) {
    this.#completeTo = state.complete_to;
    this.#ranges = state.beyond.map((range) => ({ ...range }));
    this.#mostRanges = Math.max(1, mostRanges);
  }

  /** Notes a number; false when it was there before. 0 (tests) and values that are no number count as there. */
  note(sequence: number): boolean {
    if (!Number.isSafeInteger(sequence) || sequence <= this.#completeTo) return false;
    const at = this.#firstEndingFrom(sequence - 1);
    const range = this.#ranges[at];
    if (range !== undefined && range.from <= sequence && sequence <= range.to) return false;
    if (range !== undefined && range.to === sequence - 1) this.#extend(at, range, sequence);
    else if (range !== undefined && range.from === sequence + 1) range.from = sequence;
    else this.#ranges.splice(at, 0, { from: sequence, to: sequence });
    this.#settle();
    return true;
  }

  /** Missing numbers below the highest that has come. */
  get missing(): readonly MissingNumbers[] {
    let before = this.#completeTo;
    return this.#ranges.map(({ from, to }) => {
      const hole = { from: before + 1, to: from - 1 };
      before = to;
      return hole;
    });
  }

  /** Numbers that were missing when there was no more room to remember it. */
  get givenUp(): number {
    return this.#givenUp;
  }

  get state(): LedgerState {
    return { complete_to: this.#completeTo, beyond: this.#ranges.map((range) => ({ ...range })) };
  }

  /** Index of the first range that ends at this number or later. */
  #firstEndingFrom(sequence: number): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.to ?? 0) < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #extend(at: number, range: { to: number }, sequence: number): void {
    const next = this.#ranges[at + 1];
    range.to = sequence;
    if (next?.from !== sequence + 1) return;
    range.to = next.to;
    this.#ranges.splice(at + 1, 1);
  }

  #settle(): void {
    let [first] = this.#ranges;
    if (first !== undefined && this.#ranges.length > this.#mostRanges) {
      this.#givenUp += first.from - 1 - this.#completeTo;
      this.#completeTo = first.from - 1;
    }
    for (; first !== undefined && first.from === this.#completeTo + 1; [first] = this.#ranges) {
      this.#completeTo = first.to;
      this.#ranges.shift();
    }
  }
}
