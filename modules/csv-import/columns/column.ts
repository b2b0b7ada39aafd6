import { storable } from '@patchbay/kernel/database';
import { detailsOf, SchemaCompiler } from '@patchbay/kernel/schema';
import { isRedacted, isRedactedAddress, redactedIn } from '@patchbay/kernel/telemetry';
import type { Static, TSchema } from 'typebox';
import type { CellReader } from './cell-readers.ts';

/** Longer cells are refused unread: none holds as much, and what a cell costs has a bound (RULES R18). */
const MAX_CELL_CHARACTERS = 65_536;

/** One column of a file: how its cells are read, and what they may say. */
export interface ImportColumn<T> {
  read(cell: string): ColumnReading<T>;
}

export type ColumnReading<T> =
  | { readonly value: T }
  | { readonly fault: string; readonly type: string }
  | null;

export type ImportColumns = Readonly<Record<string, ImportColumn<unknown>>>;

/** Values of a record's cells that could be read. */
export type ImportValues<C extends ImportColumns> = {
  readonly [K in keyof C]?: C[K] extends ImportColumn<infer T> ? T : never;
};

let compiler: SchemaCompiler | undefined;

/** Cells are held to the schema of the field that they set, as a body of the same field is. */
export function column<S extends TSchema>(reader: CellReader, schema: S): ImportColumn<Static<S>> {
  const holds = heldTo(schema);
  return {
    read(cell) {
      if (cell.length > MAX_CELL_CHARACTERS)
        return { fault: `is longer than ${MAX_CELL_CHARACTERS} characters`, type: 'too_long' };
      const reading = reader(cell);
      if (reading === null || 'fault' in reading) return reading;
      return unusable(reading.value) ?? holds(reading.value);
    },
  };
}

/** Compiles when first used; the first fault is told. */
function heldTo<S extends TSchema>(schema: S): (value: unknown) => ColumnReading<Static<S>> {
  let fits: ReturnType<typeof compiled<S>> | undefined;
  return (value) => {
    fits ??= compiled(schema);
    if (fits(value)) return { value };
    const [detail] = detailsOf(fits.errors);
    const within = detail?.field ? `${detail.field}: ` : '';
    return { fault: `${within}${detail?.message ?? 'is not valid'}`, type: detail?.type ?? 'format' };
  };
}

function compiled<S extends TSchema>(schema: S) {
  compiler ??= new SchemaCompiler({ strict: false });
  return compiler.compile<Static<S>>(schema);
}

/** Inside JSON, a cell may say what no body may. */
function unusable(value: unknown): { readonly fault: string; readonly type: string } | null {
  if (storable(value) !== value) return { fault: 'holds a character that cannot be stored', type: 'format' };
  const isMarker = (each: unknown): boolean => isRedacted(each) || isRedactedAddress(each);
  if (redactedIn(value, isMarker).length === 0) return null;
  return {
    fault:
      'stands in the place of a hidden value and is none itself; enter the value, or leave the column out',
    type: 'redacted',
  };
}
