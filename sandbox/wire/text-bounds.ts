/** Depth of nesting and count of keys and items together. */
export interface DataBounds {
  readonly depth: number;
  readonly keys: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const SPACE = 32;

const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;

/**
 * Whether JSON text stays within the bounds, counted by its brackets and commas: parsing costs many times more than
 * scanning, and is not begun for text that would be refused afterwards. Text that is no JSON is left to the parser.
 */
export function isTextWithin(text: string, { depth, keys }: DataBounds): boolean {
  let open = 0;
  let members = 0;
  let isFresh = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (isFresh && !isClosing(code)) members += 1;
    isFresh = isOpening(code);
    if (isFresh) open += 1;
    else if (isClosing(code)) open -= 1;
    else if (code === COMMA) members += 1;
    else if (code === QUOTE) at = endOfText(text, at);
    if (open > depth || members > keys) return false;
  }
  return true;
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
