import { type TransportAnswer, unreadableAnswer } from '@patchbay/vendor-kit';

/** One object of the router: every value is text, an unset property is absent, `.id` looks like `*1A`. */
export type RouterRow = Readonly<Record<string, string>>;

/** Rows of an array answer; one object becomes one row, `{"ret": …}` and an empty body become none. */
export function readRows(answer: TransportAnswer): readonly RouterRow[] {
  const parsed = parse(answer);
  if (parsed === undefined) return [];
  if (Array.isArray(parsed)) return parsed.map((item) => rowOf(item, answer.status));
  const row = rowOf(parsed, answer.status);
  return isRet(row) ? [] : [row];
}

export function readRow(answer: TransportAnswer): RouterRow {
  const parsed = parse(answer);
  // Some versions answer a list of one.
  return rowOf(Array.isArray(parsed) ? parsed[0] : parsed, answer.status);
}

/** The value of `{"ret": …}`, or null. */
export function readRet(answer: TransportAnswer): string | null {
  const parsed = parse(answer);
  if (parsed === undefined || Array.isArray(parsed)) return null;
  const row = rowOf(parsed, answer.status);
  return isRet(row) ? (row['ret'] ?? null) : null;
}

function isRet(row: RouterRow): boolean {
  return Object.keys(row).length === 1 && row['ret'] !== undefined;
}

function parse(answer: TransportAnswer): unknown {
  if (answer.body.trim() === '') return undefined;
  try {
    return JSON.parse(answer.body);
  } catch {
    throw unreadableAnswer('router', answer.status);
  }
}

/** RouterOS values are flat text; one nested deeper than the engine can write is no answer of a router. */
function textOf(field: unknown, status: number): string {
  try {
    return JSON.stringify(field);
  } catch {
    throw unreadableAnswer('router', status);
  }
}

function rowOf(value: unknown, status: number): RouterRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadableAnswer('router', status);
  const row: Record<string, string> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    if (field !== null && field !== undefined)
      row[name] = typeof field === 'string' ? field : textOf(field, status);
  }
  return row;
}
