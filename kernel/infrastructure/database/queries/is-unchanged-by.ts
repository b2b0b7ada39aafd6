import { isDeepStrictEqual } from 'node:util';

/**
 * Whether a patch says only what the row holds already: then there is nothing to write, to publish or to record. A
 * field that the row does not show (a secret) always says something.
 */
export function isUnchangedBy(row: object, patch: object): boolean {
  const held = plain(row) as Readonly<Record<string, unknown>>;
  return Object.entries(plain(patch) as object).every(
    ([field, value]) => Object.hasOwn(held, field) && isDeepStrictEqual(held[field], value),
  );
}

/** As JSON says it: fields that are undefined are absent, and times are text. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));
