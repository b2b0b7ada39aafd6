import type { FirewallRecord } from '../records.ts';

const control = new Set([
  'limit',
  'offset',
  'sort_by',
  'sort_order',
  'reverse',
  'sort_flags',
  'apply',
  'async',
]);

type Compare = (found: unknown, wanted: string) => boolean;

const text = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value ?? ''));

const comparisons: Readonly<Record<string, Compare>> = {
  exact: (found, wanted) => text(found) === wanted,
  contains: (found, wanted) =>
    Array.isArray(found) ? found.map(String).includes(wanted) : text(found).includes(wanted),
  startswith: (found, wanted) => text(found).startsWith(wanted),
  endswith: (found, wanted) => text(found).endsWith(wanted),
  lt: (found, wanted) => Number(found) < Number(wanted),
  lte: (found, wanted) => Number(found) <= Number(wanted),
  gt: (found, wanted) => Number(found) > Number(wanted),
  gte: (found, wanted) => Number(found) >= Number(wanted),
  in: (found, wanted) => wanted.split(',').includes(text(found)),
};

/** Names of the filters a query carries. */
export const filtersOf = (query: URLSearchParams): readonly (readonly [string, string])[] =>
  [...query].filter(([name]) => !control.has(name));

/** Whether an answered object meets every filter. */
export function matches(object: FirewallRecord, filters: readonly (readonly [string, string])[]): boolean {
  return filters.every(([name, wanted]) => {
    const [field = '', kind = 'exact'] = name.split('__');
    return (comparisons[kind] ?? comparisons['exact'])?.(object[field], wanted) ?? false;
  });
}

/** Filtered, sorted and cut as the product does; a limit of 0 means all. */
export function pageOf(
  objects: readonly FirewallRecord[],
  query: URLSearchParams,
): readonly FirewallRecord[] {
  const filters = filtersOf(query);
  let found = objects.filter((object) => matches(object, filters));
  const sortBy = query.get('sort_by');
  if (sortBy !== null) {
    const sign = query.get('sort_order') === 'SORT_DESC' ? -1 : 1;
    found = found.sort((left, right) => sign * text(left[sortBy]).localeCompare(text(right[sortBy])));
  }
  if (query.get('reverse') === 'true') found = found.reverse();
  const limit = whole(query.get('limit'));
  const offset = whole(query.get('offset'));
  return limit === 0 ? found.slice(offset) : found.slice(offset, offset + limit);
}

const whole = (given: string | null): number =>
  given !== null && /^\d{1,9}$/.test(given) ? Number(given) : 0;
