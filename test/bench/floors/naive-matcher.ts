/** Matches a pattern in the obvious way: every `**` tries every length, one after another. */
export function naivelyMatches(wanted: readonly string[], given: readonly string[]): boolean {
  const [word, ...others] = wanted;
  if (word === undefined) return given.length === 0;
  if (word === '**')
    return Array.from({ length: given.length + 1 }, (_, length) => length).some((length) =>
      naivelyMatches(others, given.slice(length)),
    );
  if (given.length === 0 || (word !== '*' && word !== given[0])) return false;
  return naivelyMatches(others, given.slice(1));
}
