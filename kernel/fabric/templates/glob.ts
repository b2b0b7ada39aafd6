/** Longest subject a glob is tried on; a longer one does not match. */
export const MAX_GLOB_SUBJECT = 4_096;

/** Up to so many comparisons the simple way is the quicker one. */
const FEW_COMPARISONS = 50_000;

/** `*` is any run of characters, `?` is one; case counts. No backtracking regex (RULES R10), and no work without a bound. */
export function globMatches(glob: string, subject: string): boolean {
  if (subject.length > MAX_GLOB_SUBJECT) return false;
  return glob.length * subject.length <= FEW_COMPARISONS
    ? matchesByPointers(glob, subject)
    : matchesByStates(glob, subject);
}

/** Two pointers: at worst as many comparisons as both lengths multiplied. */
function matchesByPointers(glob: string, subject: string): boolean {
  let at = 0;
  let index = 0;
  let afterStar = -1;
  let retryFrom = 0;
  while (index < subject.length) {
    const wanted = glob[at];
    if (wanted === '*') {
      afterStar = ++at;
      retryFrom = index;
    } else if (wanted !== undefined && (wanted === '?' || wanted === subject[index])) {
      at += 1;
      index += 1;
    } else if (afterStar >= 0) {
      at = afterStar;
      index = ++retryFrom;
    } else return false;
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}

const BITS = 32;

/** All places of the glob at once, a bit for each: 32 comparisons cost as much as one. */
function matchesByStates(glob: string, subject: string): boolean {
  const { places, words, stars, taking, anything } = statesOf(glob);
  const state = new Int32Array(words);
  state[0] = 1;
  for (let index = 0; index < subject.length; index += 1) {
    const takes = taking.get(subject.charCodeAt(index)) ?? anything;
    let carry = 0;
    let isAlive = 0;
    for (let word = 0; word < words; word += 1) {
      const at = state[word] ?? 0;
      const moved = at & (takes[word] ?? 0);
      const next = (at & (stars[word] ?? 0)) | (moved << 1) | carry;
      carry = moved >>> (BITS - 1);
      state[word] = next;
      isAlive |= next;
    }
    if (isAlive === 0) return false;
  }
  return ((state[places >> 5] ?? 0) & (1 << (places & 31))) !== 0;
}

/** A place for each character between the stars; a star lets the place after it stay. */
function statesOf(glob: string) {
  const letters: number[] = [];
  const starred = new Set<number>();
  for (let at = 0; at < glob.length; at += 1)
    if (glob[at] === '*') starred.add(letters.length);
    else letters.push(glob.charCodeAt(at));
  const words = (letters.length >> 5) + 1;
  const set = (bits: Int32Array, place: number): void => {
    bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
  };
  const [stars, anything] = [new Int32Array(words), new Int32Array(words)];
  for (const place of starred) set(stars, place);
  for (const [place, letter] of letters.entries()) if (letter === 63) set(anything, place);
  const taking = new Map<number, Int32Array>();
  for (const [place, letter] of letters.entries()) {
    if (letter === 63) continue;
    const bits = taking.get(letter) ?? anything.slice();
    set(bits, place);
    taking.set(letter, bits);
  }
  return { places: letters.length, words, stars, taking, anything };
}
