/** Longer words are compared by their beginning: the cost grows with the square. */
const MAX_COMPARED = 64;

/** The known name that a word was probably meant to be, or null. */
export function nearestName(word: string, known: readonly string[]): string | null {
  const wanted = folded(word);
  const most = Math.max(2, Math.ceil(wanted.length / 3));
  let nearest: string | null = null;
  let least = most + 1;
  for (const name of known) {
    const far = distance(wanted, folded(name));
    if (far < least && far < name.length) [nearest, least] = [name, far];
  }
  return nearest;
}

const folded = (word: string): string =>
  word.slice(0, MAX_COMPARED).trim().toLowerCase().replaceAll(' ', '_').replaceAll('-', '_');

/** Letters to add, to leave out, to replace or to exchange with their neighbour. */
function distance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isExchanged =
        row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}
