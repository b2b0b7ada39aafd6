import type { ImportFaults } from '../importing/import-faults.ts';
import type { CsvRecord } from './csv-scanner.ts';
import { nearestName } from './nearest-name.ts';

/**
 * The known column that each cell of a record belongs to, by position; null for those at fault. A column that is not
 * known, or comes twice, is a fault and never passed over.
 */
export function readHeading(
  { row, cells, count }: CsvRecord,
  known: readonly string[],
  most: number,
  faults: ImportFaults,
): readonly (string | null)[] {
  if (count > most) {
    faults.add(row, null, `has ${count} columns, at most ${most}`, 'too_long');
    return [];
  }
  const isKnown = new Set(known);
  const times = Map.groupBy(cells, (name) => name);
  return cells.map((name, place) => {
    if (isKnown.has(name) && times.get(name)?.length === 1) return name;
    if (isKnown.has(name)) {
      faults.doubt(name);
      if (cells.indexOf(name) !== place)
        faults.add(row, name, 'stands in the header more than once', 'duplicate');
    } else unknown(row, name, known, times, faults);
    return null;
  });
}

function unknown(
  row: number,
  name: string,
  known: readonly string[],
  there: ReadonlyMap<string, unknown>,
  faults: ImportFaults,
): void {
  const meant = nearestName(
    name,
    known.filter((each) => !there.has(each)),
  );
  if (meant !== null) faults.doubt(meant);
  faults.add(
    row,
    name,
    meant === null ? unknownAmong(name, known) : `is no column here; did you mean "${meant}"?`,
    'unknown_column',
  );
}

function unknownAmong(name: string, known: readonly string[]): string {
  if (name.trim() === '') return `a heading is empty; the columns are ${known.join(', ')}`;
  const parted = /[;\t]/.test(name) ? '; cells are parted by commas' : '';
  return `is no column here${parted}; the columns are ${known.join(', ')}`;
}
