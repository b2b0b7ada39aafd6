import type { Data } from './bounded-json.ts';

/** Characters that a terminal or a page acts on instead of showing them: controls, line breaks, changes of direction. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeOf = (character: string): string =>
  SHORT[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Text of a plugin as people may be shown it: one line in which nothing acts, written as JSON would escape it. */
export const visibleText = (text: string): string => text.replace(UNSEEN, escapeOf);

/** The same for every text in data whose depth is bounded, keys included. */
export function visibleData(value: Data): Data {
  if (typeof value === 'string') return visibleText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visibleData);
  const entries = Object.entries(value).map(
    ([key, inner]) => [visibleText(key), visibleData(inner)] as const,
  );
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
