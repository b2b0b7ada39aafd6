export interface CanonicalRules {
  /** Depth that a value may have, and the error for a deeper one. */
  readonly most?: number;
  readonly tooDeep?: () => Error;
  /** Whether keys that are whole numbers stand by their code units, as all others; else they come first, by value. */
  readonly byCodeUnit?: boolean;
}

const STARTS_AS_INDEX = /^\d/;

/**
 * JSON text (RFC 8259) with the keys of every object in one order: equal values give equal text. Fields that JSON
 * has no spelling for are left out, as `JSON.stringify` leaves them. Throws the error of its rules for a deeper value.
 */
export function canonicalJson(value: unknown, rules: CanonicalRules = {}, depth = 0): string {
  if (depth > (rules.most ?? Number.POSITIVE_INFINITY)) throw rules.tooDeep?.() ?? new RangeError('too deep');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value))
    return `[${value.map((each) => canonicalJson(each, rules, depth + 1)).join(',')}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return canonicalJson(value.toJSON(), rules, depth);
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of orderedKeys(fields, rules)) {
    const each = fields[key];
    if (each === undefined || typeof each === 'function' || typeof each === 'symbol') continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(each, rules, depth + 1)}`;
  }
  return `{${text}}`;
}

/** An object lists whole numbers first, however it was filled: stored MACs of audit records rely on it. */
function orderedKeys(fields: object, { byCodeUnit = false }: CanonicalRules): readonly string[] {
  const keys = Object.keys(fields).sort();
  if (byCodeUnit || !keys.some((key) => STARTS_AS_INDEX.test(key))) return keys;
  return Object.keys(Object.fromEntries(keys.map((key) => [key, true])));
}
