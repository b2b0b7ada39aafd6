/** Characters people write instead of letters, all at once; `1` stands for either of two. */
const PLAIN: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Longest password on the list. */
const LONGEST = 64;
/** Ones in a stem that are read both ways; further ones are all read as `i`. */
const MAX_ONES = 4;
const LETTER = /\p{L}/u;

/** Passwords that everybody tries, shipped with the product (DECISIONS 11); read when first asked for. */
export class LeakedPasswords {
  #list: Promise<ReadonlySet<string>> | undefined;

  /**
   * Whether a password is on the list: as it is, or once digits and symbols at its end are cut off and usual
   * substitutions undone, whatever its case.
   */
  async has(password: string): Promise<boolean> {
    const folded = password.normalize('NFKC').toLowerCase();
    const list = await this.#loaded();
    return (
      list.has(folded) || stemsOf(folded).some((stem) => readingsOf(stem).some((each) => list.has(each)))
    );
  }

  #loaded(): Promise<ReadonlySet<string>> {
    this.#list ??= import('@zxcvbn-ts/language-common').then(
      ({ dictionary }) => new Set(dictionary['passwords-common']),
    );
    return this.#list;
  }
}

/** The word with less and less of the digits and symbols at its end: `trustno1!` holds `trustno1` and `trustno`. */
function stemsOf(folded: string): readonly string[] {
  const characters = [...folded];
  const word = characters.findLastIndex((character) => LETTER.test(character)) + 1;
  const lengths = Array.from({ length: characters.length - word + 1 }, (_, index) => word + index);
  return lengths
    .filter((length) => length > 0 && length <= LONGEST)
    .map((length) => characters.slice(0, length).join(''));
}

/** The stem as written, and as read without substitutions. */
function readingsOf(stem: string): readonly string[] {
  let readings = [''];
  for (const [index, character] of [...stem].entries()) {
    const letters = lettersOf(character, readings.length < 2 ** MAX_ONES && index < LONGEST);
    readings = readings.flatMap((reading) => letters.map((letter) => reading + letter));
  }
  return [stem, ...readings];
}

const lettersOf = (character: string, bothWays: boolean): readonly string[] => {
  if (character === '1') return bothWays ? ['i', 'l'] : ['i'];
  return [PLAIN[character] ?? character];
};
