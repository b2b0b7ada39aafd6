/** Longer texts are left to the platform to judge. */
const LONGEST = 1_000;
const compiled = new Map<string, RegExp>();

/**
 * Whether a text fits the `pattern` of a schema. The patterns are those of payload schemas that vendor packages ship;
 * schemas of plugins hold none (DECISIONS 39), and no user writes one.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  if (text.length > LONGEST) return true;
  const known = compiled.get(pattern) ?? new RegExp(pattern, 'u');
  compiled.set(pattern, known);
  return known.test(text);
}
