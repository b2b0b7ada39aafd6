import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  FilterParser,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  SubstringFilter,
} from 'ldapts';

const PLACE = '{login}';
/** Stands for the login while the filter is read, so that nothing in a login can be taken for syntax. */
const MARK = 'd2e4c7c0-login';
const MAX_PARTS = 100;
const COMPARING = [
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
];

/** The filter that finds this login: the login is put into the filter that was read, never into its text. */
export function filterFor(template: string, login: string): Filter {
  const filter = read(template);
  for (const part of partsOf(filter)) putIn(part, login);
  return filter;
}

/** The fault of a filter that administrators write, or null. */
export function filterFault(template: string): string | null {
  if (!template.includes(PLACE)) return `needs ${PLACE} where the login stands`;
  try {
    const parts = partsOf(read(template));
    if (parts.length > MAX_PARTS) return 'is too long';
    for (const part of parts) putIn(part, 'somebody');
    return parts.some((part) => JSON.stringify(part).includes(MARK))
      ? `takes ${PLACE} as a value only`
      : null;
  } catch {
    return 'is no LDAP filter';
  }
}

const read = (template: string): Filter => FilterParser.parseString(template.replaceAll(PLACE, MARK));

function partsOf(filter: Filter): readonly Filter[] {
  if (filter instanceof AndFilter || filter instanceof OrFilter) return filter.filters.flatMap(partsOf);
  return filter instanceof NotFilter ? partsOf(filter.filter) : [filter];
}

function putIn(part: Filter, login: string): void {
  const filled = (text: string): string => text.replaceAll(MARK, () => login);
  if (part instanceof SubstringFilter) {
    part.initial = filled(part.initial);
    part.any = part.any.map(filled);
    part.final = filled(part.final);
    return;
  }
  const comparing = COMPARING.find((kind) => part instanceof kind);
  if (comparing === undefined) return;
  const holder = part as EqualityFilter | ExtensibleFilter;
  if (typeof holder.value === 'string') holder.value = filled(holder.value);
}
