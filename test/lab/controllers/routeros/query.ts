import { Refusal } from './refusal.ts';
import type { Row } from './tables.ts';

const maxWords = 200;

/** Keeps only the named properties; `.id` comes along only when named, as on the router. */
export function pick(row: Row, proplist: readonly string[] | null): Row {
  if (proplist === null) return row;
  const picked: Row = {};
  for (const name of proplist) {
    const value = row[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

/**
 * The router's query stack: `name=value`, `name<value`, `name>value`, `name` (is set), `-name` (is not set), and
 * `#` with operators `|`, `&`, `!`, `.`. What is left on the stack must all hold.
 */
export function matchesQuery(row: Row, words: readonly string[]): boolean {
  if (words.length > maxWords) throw new Refusal('too many query words');
  const stack: boolean[] = [];
  for (const word of words) {
    const bare = word.startsWith('?') ? word.slice(1) : word;
    if (bare.startsWith('#')) for (const operator of bare.slice(1)) operate(stack, operator);
    else stack.push(holds(row, bare));
  }
  return stack.every(Boolean);
}

function operate(stack: boolean[], operator: string): void {
  const top = stack.pop();
  if (top === undefined) throw new Refusal('invalid query');
  if (operator === '!') stack.push(!top);
  else if (operator === '.') stack.push(top, top);
  else {
    const below = stack.pop();
    if (below === undefined) throw new Refusal('invalid query');
    if (operator === '|') stack.push(top || below);
    else if (operator === '&') stack.push(top && below);
    else throw new Refusal('invalid query');
  }
}

function holds(row: Row, word: string): boolean {
  if (word.startsWith('-')) return row[word.slice(1)] === undefined;
  const at = word.search(/[=<>]/);
  if (at < 0) return row[word] !== undefined;
  const value = row[word.slice(0, at)];
  const wanted = word.slice(at + 1);
  if (value === undefined) return false;
  if (word[at] === '=') return value === wanted;
  const order = compare(value, wanted);
  return word[at] === '<' ? order < 0 : order > 0;
}

function compare(left: string, right: string): number {
  const difference = Number(left) - Number(right);
  if (Number.isFinite(difference)) return difference;
  return left < right ? -1 : left > right ? 1 : 0;
}
