import { isUnifiSecret } from './secret-fields.ts';

const MAC_PATTERN = /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i;

/**
 * Whether the controller holds what was sent: numbers and truth values may come back as text, hardware addresses in
 * another case, lists of plain values in another order, and objects with fields the product added.
 */
export function holdsValue(sent: unknown, live: unknown): boolean {
  if (Array.isArray(sent)) return holdsList(sent, live);
  if (typeof sent === 'object' && sent !== null) {
    if (typeof live !== 'object' || live === null) return Object.keys(sent).length === 0;
    return Object.entries(sent).every(([name, value]) => holdsField(name, value, live));
  }
  return plain(sent) === plain(live);
}

/** A secret the controller does not show cannot be compared; one that it shows is. */
export function holdsField(name: string, sent: unknown, live: object): boolean {
  const found: unknown = Object.hasOwn(live, name) ? Reflect.get(live, name) : undefined;
  return (found === undefined && isUnifiSecret(name)) || holdsValue(sent, found);
}

function holdsList(sent: readonly unknown[], live: unknown): boolean {
  const found = Array.isArray(live) ? live : [];
  if (found.length !== sent.length) return false;
  if (sent.some((each) => typeof each === 'object' && each !== null))
    return sent.every((each, index) => holdsValue(each, found[index]));
  const sorted = [...found].map(plain).sort();
  return [...sent]
    .map(plain)
    .sort()
    .every((each, index) => each === sorted[index]);
}

function plain(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = String(value ?? '');
  return MAC_PATTERN.test(text) ? text.toLowerCase().replaceAll('-', ':') : text;
}
