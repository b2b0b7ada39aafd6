/** Orders two semantic versions as their specification says: below zero when `one` is the older. */
export function compareVersions(one: string, other: string): number {
  const [oneCore, onePre] = split(one);
  const [otherCore, otherPre] = split(other);
  const core = compareLists(oneCore.split('.'), otherCore.split('.'));
  if (core !== 0 || onePre === otherPre) return core;
  if (onePre === '') return 1;
  if (otherPre === '') return -1;
  return compareLists(onePre.split('.'), otherPre.split('.'));
}

function split(version: string): readonly [core: string, prerelease: string] {
  const at = version.indexOf('-');
  return at < 0 ? [version, ''] : [version.slice(0, at), version.slice(at + 1)];
}

function compareLists(one: readonly string[], other: readonly string[]): number {
  for (const [at, word] of one.entries()) {
    const against = other[at];
    if (against === undefined) return 1;
    const order = compareWords(word, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Numbers by value and before words; words by their characters. */
function compareWords(one: string, other: string): number {
  const areNumbers = [one, other].map((word) => /^\d+$/.test(word));
  if (areNumbers[0] && areNumbers[1]) return Number(one) - Number(other);
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
