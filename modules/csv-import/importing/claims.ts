import type { ImportFaults } from './import-faults.ts';

/** Rows that the records of a file claim: each row of the database is meant by one of them at most. */
export class Claims {
  readonly #lines = new Map<string, number>();
  readonly #faults: ImportFaults;

  constructor(faults: ImportFaults) {
    this.#faults = faults;
  }

  take(row: number, column: string, what: string): void {
    const other = this.#lines.get(what);
    if (other === undefined) this.#lines.set(what, row);
    else this.#faults.add(row, column, `stands on line ${other}, too`, 'duplicate');
  }
}
