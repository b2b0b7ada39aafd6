/** Longest subject a glob is tried on; a longer one does not match. */
export const MAX_GLOB_SUBJECT = 4_096;

/** `*` is any run of characters, `?` is one; case counts. Two pointers, no backtracking regex (RULES R10). */
export function globMatches(glob: string, subject: string): boolean {
  if (subject.length > MAX_GLOB_SUBJECT) return false;
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
