/** Styles of a terminal. */
export type Color = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const CODES: Readonly<Record<Color, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

/** Facts that decide about colors. */
export interface ColorFacts {
  readonly isTTY?: boolean | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Colors are for people: on a terminal only, and not where NO_COLOR or TERM=dumb says otherwise. */
export const wantsColors = ({ isTTY, environment }: ColorFacts): boolean =>
  isTTY === true && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';

/** The text in this color, without a look at the terminal. */
export const painted = (color: Color, text: string): string => {
  const [on, off] = CODES[color];
  return `\u001b[${on}m${text}\u001b[${off}m`;
};
