import { type ErrorDetail, PatchbayError, validationFailed } from '@patchbay/kernel/errors';

/** One thing that is wrong with a file. */
export interface ImportFault {
  /** Line of the file on which the record begins, from 1. */
  readonly row: number;
  /** Null: the record as a whole. */
  readonly column: string | null;
  readonly message: string;
  readonly type: string;
}

export const MAX_LISTED = 1_000;
const MAX_DETAILS = 100;
const MAX_COLUMN_CHARACTERS = 100;

/** Everything that is wrong with a file, in the order in which it stands there. */
export class ImportFaults {
  readonly #all: ImportFault[] = [];
  readonly #cells = new Set<string>();
  readonly #rows = new Set<number>();
  readonly #doubtful = new Set<string>();

  add(row: number, column: string | null, message: string, type: string): void {
    this.#cells.add(cellOf(row, column));
    this.#rows.add(row);
    this.#all.push({ row, column: column?.slice(0, MAX_COLUMN_CHARACTERS) ?? null, message, type });
  }

  /** A column whose heading is at fault: what its cells say is not known, in any row. */
  doubt(column: string): void {
    this.#doubtful.add(column);
  }

  /** Whether it is unknown what a cell says, so that nothing may be concluded from its silence. */
  isFaulty(row: number, column: string): boolean {
    return this.#doubtful.has(column) || this.#cells.has(cellOf(row, column));
  }

  /** Whether anything is wrong with a record. */
  isAmong(row: number): boolean {
    return this.#rows.has(row);
  }

  /** Runs a check that throws; what it throws stands at the column, whatever field it names. */
  check(row: number, column: string | null, check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof PatchbayError)) throw error;
      const detail = error.details?.[0];
      const type = detail?.type ?? error.id.slice(error.id.lastIndexOf('.') + 1);
      this.add(row, column, detail?.message ?? error.message, type);
    }
  }

  get count(): number {
    return this.#all.length;
  }

  /** At most a thousand, by line. */
  get listed(): readonly ImportFault[] {
    return this.#all.toSorted((one, other) => one.row - other.row).slice(0, MAX_LISTED);
  }

  /** Throws a 422 whose details name `rows.<line>.<column>`. */
  assertNone(): void {
    if (this.count === 0) return;
    throw validationFailed({
      message: `Nothing was imported: the file has ${this.count === 1 ? 'one error' : `${this.count} errors`}. A dry run lists up to ${MAX_LISTED}.`,
      details: this.listed.slice(0, MAX_DETAILS).map(detailOf),
    });
  }
}

const cellOf = (row: number, column: string | null): string => `${row}/${column ?? ''}`;

const detailOf = ({ row, column, message, type }: ImportFault): ErrorDetail => ({
  field: column === null ? `rows.${row}` : `rows.${row}.${column}`,
  message,
  type,
});
