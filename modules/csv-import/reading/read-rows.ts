import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import type { ImportColumn, ImportColumns, ImportValues } from '../columns/column.ts';
import type { ImportFaults } from '../importing/import-faults.ts';
import { type CsvRecord, CsvScanner } from './csv-scanner.ts';
import { readHeading } from './read-heading.ts';

export const MAX_ROWS = 2_000;
export const MAX_COLUMNS = 100;
const CHARACTERS_AT_ONCE = 4_096;

/** One record, with what its cells say. */
export interface ImportRow<C extends ImportColumns> {
  /** Line of the file on which it begins, from 1. */
  readonly row: number;
  readonly values: ImportValues<C>;
}

export interface ReadRows<C extends ImportColumns> {
  /** Those that have as many cells as the header; what is wrong with others is among the faults. */
  readonly rows: readonly ImportRow<C>[];
  /** All records below the header. */
  readonly count: number;
}

/** Reads a file in slices of the event loop (RULES R18). */
export async function readRows<const C extends ImportColumns>(
  csv: string,
  columns: C,
  faults: ImportFaults,
): Promise<ReadRows<C>> {
  const slice = new EventLoopSlice();
  const rows: ImportRow<C>[] = [];
  let heading: readonly (string | null)[] | undefined;
  let count = 0;
  for await (const record of recordsOf(csv, slice)) {
    if (heading === undefined) {
      heading = headingOf(record, columns, faults);
      if (heading.length === 0) return { rows, count };
    } else if (count === MAX_ROWS) {
      faults.add(
        record.row,
        null,
        `is one more than the ${MAX_ROWS} records that are taken at once`,
        'too_long',
      );
      break;
    } else {
      count += 1;
      const values = valuesOf(record, heading, columns, faults);
      if (values !== null) rows.push({ row: record.row, values });
    }
  }
  if (heading === undefined) faults.add(1, null, 'there is no header row', 'required');
  return { rows, count };
}

async function* recordsOf(csv: string, slice: EventLoopSlice): AsyncGenerator<CsvRecord> {
  const scanner = new CsvScanner(csv, MAX_COLUMNS);
  while (!scanner.isOver) {
    if (slice.isOver) await slice.yield();
    const record = scanner.read(CHARACTERS_AT_ONCE);
    if (record !== null) yield record;
  }
}

function headingOf(record: CsvRecord, columns: ImportColumns, faults: ImportFaults) {
  if (record.fault !== null) {
    faults.add(record.row, null, record.fault.message, 'syntax');
    return [];
  }
  return readHeading(record, Object.keys(columns), MAX_COLUMNS, faults);
}

/** Null for a record that cannot be laid beside the header. */
function valuesOf<C extends ImportColumns>(
  { row, cells, count, fault }: CsvRecord,
  heading: readonly (string | null)[],
  columns: C,
  faults: ImportFaults,
): ImportValues<C> | null {
  if (fault !== null) {
    faults.add(row, heading[fault.cell] ?? null, fault.message, 'syntax');
    return null;
  }
  if (count !== heading.length) {
    faults.add(row, null, `has ${count} cells, and the header has ${heading.length}`, 'cells');
    return null;
  }
  const values: Record<string, unknown> = {};
  for (const [place, name] of heading.entries()) {
    const column: ImportColumn<unknown> | undefined = name === null ? undefined : columns[name];
    const reading = column?.read(cells[place] ?? '') ?? null;
    if (name === null || reading === null) continue;
    if ('fault' in reading) faults.add(row, name, reading.fault, reading.type);
    else values[name] = reading.value;
  }
  return values as ImportValues<C>;
}
