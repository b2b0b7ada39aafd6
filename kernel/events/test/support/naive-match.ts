/**
 * The grammar of patterns again, written for clarity and not for speed: tries every length that a wildcard may stand
 * for. Reference of the property tests, and what the linear-time matcher is measured beside.
 */
export const naiveMatch = (pattern: string, eventType: string): boolean =>
  matches(pattern.split('.'), eventType.split('.'));

function matches(words: readonly string[], given: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return given.length === 0;
  if (word === '**')
    return Array.from({ length: given.length + 1 }, (_, length) => given.slice(length)).some((left) =>
      matches(rest, left),
    );
  const isTrailing = rest.length === 0;
  if (word === '*' && isTrailing) return given.length >= 1;
  return given.length > 0 && (word === '*' || word === given[0]) && matches(rest, given.slice(1));
}
