/** Sixteen random bytes in hexadecimal reach about 118; a text below this was not drawn at random. */
const MIN_BITS = 40;

/**
 * Whether a key is too regular to have been drawn: few characters, a part that repeats, or a run through an
 * alphabet. It finds keys that hold next to nothing; it does not measure how good one is.
 */
export function isGuessable(key: string): boolean {
  const unit = unitOf(key);
  const codes = [...unit].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return Math.min(bitsOf(codes), bitsOf(steps)) < MIN_BITS;
}

/** The shortest beginning of which the whole text is a repetition, the last one perhaps cut off. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.slice(length) === text.slice(0, text.length - length)) return text.slice(0, length);
  return text;
}

/** Shannon's entropy of the values, times how many there are. */
function bitsOf(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  let bits = 0;
  for (const { length } of counts.values()) bits -= length * Math.log2(length / values.length);
  return bits;
}
