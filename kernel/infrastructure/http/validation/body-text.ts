import { validationFailed } from '../../../errors/index.ts';
import { malformedBody } from '../http-errors.ts';
import { assertUsable, MAX_DEPTH } from './value-check.ts';

/** Members of all objects of a body together: each costs many times what an item of a list costs. */
export const MAX_MEMBERS = 20_000;
/** Items of all lists of a body together. */
export const MAX_ITEMS = 100_000;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const SPACE = 32;

const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;

const tooMany = (most: number, what: string) =>
  validationFailed({
    details: [{ field: '', message: `holds more than ${most} ${what} in all`, type: 'too_long' }],
  });

/**
 * The value of a JSON body. Depth and number of values are counted by brackets, commas and colons before anything
 * is parsed, so that a body costs the event loop no more than its bounds allow (RULES R18). Throws
 * `http.malformed_body` or `kernel.validation_failed`.
 */
export function parseBody(text: string): unknown {
  if (text === '') return text;
  assertBounded(text);
  const value: unknown = JSON.parse(text);
  // Without escapes a text holds neither NUL nor half of a pair, and keys are spelled as they are.
  if (text.includes('\\u') || text.includes('__proto__')) assertUsable(value);
  return value;
}

function assertBounded(text: string): void {
  let depth = 0;
  let members = 0;
  let items = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) items += 1;
    else if (code === COLON) members += 1;
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) depth -= 1;
    if (depth > MAX_DEPTH)
      throw malformedBody({ message: `The body nests deeper than ${MAX_DEPTH} levels.` });
    if (members > MAX_MEMBERS) throw tooMany(MAX_MEMBERS, 'members of objects');
    // A comma parts members as well as items.
    if (items - members > MAX_ITEMS) throw tooMany(MAX_ITEMS, 'items of lists');
  }
}

/** Index of the quote that closes the one at `start`, or the end. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
