import { randomUUID } from 'node:crypto';
import type { PlaceFor, RunCounts } from './run-counts.ts';

export interface PlaceBook {
  /** Whether there is room for one more beside those held and reserved. */
  hasRoom(run: PlaceFor): boolean;
  /** Places taken for runs that are being written; all who write at this time share them. */
  readonly reserved: RunCounts;
  /** False while runs wait for a place: new ones wait behind them. */
  readonly isOpen: boolean;
}

/** Places for runs about to be written, which are claimed as they are written. To be released when they have begun. */
export class NewRunPlaces {
  readonly claim_id = randomUUID();
  readonly #book: PlaceBook;
  readonly #mine: PlaceFor[] = [];

  constructor(book: PlaceBook) {
    this.#book = book;
  }

  /** False: the run has to wait in PostgreSQL. */
  take(run: PlaceFor): boolean {
    if (!this.#book.isOpen || !this.#book.hasRoom(run)) return false;
    this.#mine.push(run);
    this.#book.reserved.add(run);
    return true;
  }

  release(): void {
    for (const run of this.#mine.splice(0)) this.#book.reserved.remove(run);
  }
}
