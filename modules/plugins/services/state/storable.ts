import type { Data } from '@patchbay/sandbox';

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Whether PostgreSQL can hold the value: no NUL, no half of a surrogate pair. Its depth is bounded by the sandbox. */
export function isStorable(value: Data): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner));
}

/** Text that can be stored, cut to `most` characters. */
export const storableText = (text: string, most: number): string =>
  text.replaceAll('\0', '').slice(0, most).toWellFormed();
