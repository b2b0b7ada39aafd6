import { type Call, typed } from '../call.ts';
import type { Row } from '../row.ts';
import { digestOf } from './cluster.ts';

/** How rows are shown whose name stands under this key: with the types of the schema, and their digest. */
export const shownBy =
  (key: string) =>
  (call: Call, id: string, row: Row): Readonly<Record<string, unknown>> => ({
    [key]: id,
    ...typed(call.operation, row),
    digest: digestOf(row),
  });
