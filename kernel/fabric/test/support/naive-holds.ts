import type { Condition } from '../../templates/conditions.ts';

/** A field that is not there. */
export const MISSING: unique symbol = Symbol('missing');

const isPair = (found: unknown, wanted: unknown, type: 'number' | 'string'): boolean =>
  typeof found === type && typeof wanted === type;

const isSame = (one: unknown, other: unknown): boolean => spelled(one) === spelled(other);

/** One spelling for each JSON value; keys in one order, and one zero. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${spelled(each)}`);
    return `{${pairs.sort().join()}}`;
  }
  return JSON.stringify(value === 0 ? 0 : value) ?? 'undefined';
}

/** The operators again (DECISIONS 23), one sentence each; reference of the property tests. */
export function naiveHolds(
  operator: Condition['operator'],
  found: unknown,
  wanted: Condition['value'],
): boolean {
  if (found === MISSING) return missingHolds(operator, wanted);
  const isOrdered = isPair(found, wanted, 'number') || isPair(found, wanted, 'string');
  const [one, other] = [found as string, wanted as string];
  const isTexts = isPair(found, wanted, 'string');
  const isListed = Array.isArray(wanted) && wanted.some((each) => isSame(each, found));
  switch (operator) {
    case 'eq':
      return isSame(found, wanted);
    case 'ne':
      return !isSame(found, wanted);
    case 'gt':
      return isOrdered && one > other;
    case 'gte':
      return isOrdered && one >= other;
    case 'lt':
      return isOrdered && one < other;
    case 'lte':
      return isOrdered && one <= other;
    case 'in':
      return isListed;
    case 'not_in':
      return !isListed;
    case 'contains':
      return Array.isArray(found)
        ? found.some((each) => isSame(each, wanted))
        : isTexts && (other === '' || one.split(other).length > 1);
    case 'starts_with':
      return isTexts && one.slice(0, other.length) === other;
    case 'ends_with':
      return isTexts && (other === '' || one.slice(-other.length) === other);
    case 'exists':
      return wanted !== false;
    case 'matches':
      return isTexts && naiveGlob(other, one);
    default:
      return false;
  }
}

const missingHolds = (operator: Condition['operator'], wanted: Condition['value']): boolean =>
  operator === 'ne' || operator === 'not_in' || (operator === 'exists' && wanted === false);

/** Tries every length that `*` may stand for. */
export function naiveGlob(glob: string, subject: string): boolean {
  if (glob === '') return subject === '';
  const [first, rest] = [glob[0], glob.slice(1)];
  if (first === '*') return naiveGlob(rest, subject) || (subject !== '' && naiveGlob(glob, subject.slice(1)));
  return subject !== '' && (first === '?' || first === subject[0]) && naiveGlob(rest, subject.slice(1));
}
