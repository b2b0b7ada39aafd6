/** Words that PostgreSQL takes as a name only in quotes, as far as columns here are called so. */
const RESERVED = new Set(
  'all and any array as asc both case check collate column constraint create default desc distinct do else end false fetch for foreign from grant group having in into limit not null offset on only or order primary references select table then to true union unique user using when where window with'.split(
    ' ',
  ),
);

/** Takes the quotes off names that need none, outside of text literals. */
export const plain = (statement: string): string =>
  statement
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/"([a-z_][a-z0-9_]*)"/g, unlessReserved)))
    .join('');

const unlessReserved = (quoted: string, name: string): string => (RESERVED.has(name) ? quoted : name);
