/** Controls have no place in a title: a line break there could become a header elsewhere. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** Bodies keep their lines. */
const BODY_CONTROLS = /[^\P{Cc}\n\t]/gu;
/** They reverse the text after them, so that a name can look like another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const MAX_TITLE = 200;
export const MAX_BODY = 4_000;

/** Counts characters as people do, so that none is cut in half. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, most * 2)].slice(0, most).join('');

/** The same in UTF-16 units, for limits that machines count. */
export const cutUnits = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** One line that can be stored and shown anywhere. */
export const titleText = (text: string): string =>
  cut(text.toWellFormed().replace(CONTROLS, ' ').replace(DIRECTION, ''), MAX_TITLE);

/** Lines that can be stored and shown anywhere. */
export const bodyText = (text: string): string =>
  cut(
    text.toWellFormed().replace(/\r\n?/g, '\n').replace(BODY_CONTROLS, '').replace(DIRECTION, ''),
    MAX_BODY,
  );
