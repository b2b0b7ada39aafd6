import { styleText } from 'node:util';

/** Styles of a terminal. */
export type Color = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Facts that decide about colors. */
export interface ColorFacts {
  readonly isTTY?: boolean | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Colors are for people: on a terminal only, and not where NO_COLOR or TERM=dumb says otherwise. */
export const wantsColors = ({ isTTY, environment }: ColorFacts): boolean =>
  isTTY === true && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';

/** The text in this color, without a look at the terminal. */
export const painted = (color: Color, text: string): string =>
  styleText(color, text, { validateStream: false });
