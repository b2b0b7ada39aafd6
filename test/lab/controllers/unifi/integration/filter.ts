import { Refusal } from '../refusal.ts';
import type { Row } from '../tables.ts';

type Test = (row: Row) => boolean;

const longest = 2_000;
const maxTerms = 50;

/**
 * `filter=` of integration lists: `prop.eq(x)` and its kin, joined by `and(…)`, `or(…)`, `not(…)`. What cannot be read
 * is refused.
 */
export function filterOf(text: string, filterable: ReadonlySet<string> | null): Test {
  if (text.length > longest) throw unreadable();
  const inner = /^(and|or|not)\((.*)\)$/s.exec(text);
  if (inner) {
    const terms = split(inner[2] ?? '').map((term) => filterOf(term, filterable));
    if (inner[1] === 'and') return (row) => terms.every((term) => term(row));
    if (inner[1] === 'or') return (row) => terms.some((term) => term(row));
    const [only] = terms;
    if (!only || terms.length > 1) throw unreadable();
    return (row) => !only(row);
  }
  const [, property = '', operator = '', given = ''] = /^([\w.]+)\.(\w+)\((.*)\)$/s.exec(text) ?? [];
  if (property === '' || (filterable && !filterable.has(property))) throw unreadable();
  const values = split(given).map((value) => value.replace(/^'(.*)'$/s, '$1'));
  return comparison(operator, (row) => shown(row, property), values);
}

function comparison(
  operator: string,
  read: (row: Row) => string | undefined,
  values: readonly string[],
): Test {
  const [first = ''] = values;
  switch (operator) {
    case 'eq':
      return (row) => read(row) === first;
    case 'ne':
      return (row) => read(row) !== first;
    case 'in':
      return (row) => values.includes(read(row) ?? '');
    case 'notIn':
      return (row) => !values.includes(read(row) ?? '');
    case 'like':
      return (row) => (read(row) ?? '').includes(first.replaceAll('*', ''));
    case 'isNull':
      return (row) => read(row) === undefined;
    case 'isNotNull':
      return (row) => read(row) !== undefined;
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return ordered(operator, read, first);
    default:
      throw unreadable();
  }
}

const ordered =
  (operator: string, read: (row: Row) => string | undefined, than: string): Test =>
  (row) => {
    const own = read(row) ?? '';
    const isNumber =
      own !== '' && than !== '' && Number.isFinite(Number(own)) && Number.isFinite(Number(than));
    const order = isNumber ? Number(own) - Number(than) : own < than ? -1 : own > than ? 1 : 0;
    return operator === 'gt'
      ? order > 0
      : operator === 'ge'
        ? order >= 0
        : operator === 'lt'
          ? order < 0
          : order <= 0;
  };

function shown(row: Row, property: string): string | undefined {
  let value: unknown = row;
  for (const name of property.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value === undefined || value === null ? undefined : String(value);
}

/** Commas that stand in no brackets and no quotes. */
function split(text: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  let isQuoted = false;
  for (const letter of text) {
    if (letter === "'") isQuoted = !isQuoted;
    if (!isQuoted) depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0 && !isQuoted) parts.push('');
    else parts[parts.length - 1] += letter;
    if (parts.length > maxTerms || depth > 20) throw unreadable();
  }
  return parts.map((part) => part.trim());
}

const unreadable = (): Refusal => new Refusal(400, 'api.request.error', 'The filter cannot be read');
