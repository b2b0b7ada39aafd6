/** Depth that a value may have, and the error for a deeper one. */
export interface DepthBound {
  readonly most: number;
  readonly tooDeep: () => Error;
}

const STARTS_AS_INDEX = /^\d/;

/**
 * JSON text (RFC 8259) with the keys of every object in one order: equal values give equal text. Fields that JSON
 * has no spelling for are left out, as `JSON.stringify` leaves them. Throws the bound's error for a deeper value.
 */
export function canonicalJson(value: unknown, bound?: DepthBound, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (bound !== undefined && depth > bound.most) throw bound.tooDeep();
  if (Array.isArray(value))
    return `[${value.map((each) => canonicalJson(each, bound, depth + 1)).join(',')}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return canonicalJson(value.toJSON(), bound, depth + 1);
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of orderedKeys(fields)) {
    const each = fields[key];
    if (each === undefined || typeof each === 'function' || typeof each === 'symbol') continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(each, bound, depth + 1)}`;
  }
  return `{${text}}`;
}

/** By code unit; whole numbers come first, as an object lists them however it was filled: stored MACs rely on it. */
function orderedKeys(fields: object): readonly string[] {
  const keys = Object.keys(fields).sort();
  if (!keys.some((key) => STARTS_AS_INDEX.test(key))) return keys;
  return Object.keys(Object.fromEntries(keys.map((key) => [key, true])));
}
