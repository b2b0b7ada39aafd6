import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { globMatches } from './glob.ts';
import { lookUp, MAX_PATH_LENGTH, parsePath } from './path.ts';

/** The closed set of DECISIONS 23. */
export const CONDITION_OPERATORS = Object.freeze([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'matches',
] as const);

const Scalar = Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean(), Type.Null()]);

export const ConditionSchema = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: MAX_PATH_LENGTH,
      description: 'dotted path in the payload',
    }),
    operator: Type.Enum([...CONDITION_OPERATORS]),
    value: Type.Optional(Type.Union([Scalar, Type.Array(Scalar, { maxItems: 100 })])),
  },
  { additionalProperties: false },
);

/** `logic` and `conditions` of Connections and rules (SPEC 4.5); absent or empty means always. */
export const ConditionsSchema = Type.Object(
  {
    logic: Type.Optional(Type.Enum(['and', 'or'], { default: 'and' })),
    conditions: Type.Array(ConditionSchema, { maxItems: 50 }),
  },
  { additionalProperties: false },
);

export type Condition = Static<typeof ConditionSchema>;
export type Conditions = Static<typeof ConditionsSchema>;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Whether a payload passed, and which conditions did not hold. */
export interface ConditionsVerdict {
  readonly passed: boolean;
  readonly failed: readonly Condition[];
}

/** Evaluates all conditions, so that the verdict can be shown; never throws whatever the payload is. */
export function evaluateConditions(set: Conditions | null | undefined, payload: unknown): ConditionsVerdict {
  if (set === null || set === undefined || set.conditions.length === 0) return { passed: true, failed: [] };
  const failed = set.conditions.filter((condition) => !holds(condition, payload));
  const passed = set.logic === 'or' ? failed.length < set.conditions.length : failed.length === 0;
  return { passed, failed };
}

/** `0` and `-0` are one number to authors of conditions; compared values are flat (`Condition`). */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, place) => same(each, b[place]));
  return isDeepStrictEqual(a, b);
}

type Test = (found: unknown, wanted: unknown) => boolean;

const both = (compare: (found: string, wanted: string) => boolean): Test => {
  return (found, wanted) => typeof found === 'string' && typeof wanted === 'string' && compare(found, wanted);
};

/** Numbers order with numbers, texts with texts (so do ISO times); nothing else has an order. */
const ordered = (compare: (sign: number) => boolean): Test => {
  return (found, wanted) => {
    if (typeof found === 'number' && typeof wanted === 'number') return compare(found - wanted);
    if (typeof found !== 'string' || typeof wanted !== 'string') return false;
    return compare(found === wanted ? 0 : found < wanted ? -1 : 1);
  };
};

const listed: Test = (found, wanted) => Array.isArray(wanted) && wanted.some((each) => same(found, each));

const contains: Test = (found, wanted) => {
  if (typeof found === 'string') return typeof wanted === 'string' && found.includes(wanted);
  if (!Array.isArray(found)) return false;
  return Array.isArray(wanted) ? containsList(found, wanted) : found.includes(wanted);
};

/** A plain loop, with the length first: lists may be as long as a body allows, and conditions are many. */
function containsList(found: readonly unknown[], wanted: readonly unknown[]): boolean {
  for (let at = 0; at < found.length; at += 1) {
    const each = found[at];
    if (Array.isArray(each) && each.length === wanted.length && same(each, wanted)) return true;
  }
  return false;
}

/** A missing field arrives as `undefined` and satisfies `ne`, `not_in` and `exists` false only. */
const tests: Readonly<Record<ConditionOperator, Test>> = {
  eq: (found, wanted) => found !== undefined && same(found, wanted),
  ne: (found, wanted) => !same(found, wanted),
  gt: ordered((sign) => sign > 0),
  gte: ordered((sign) => sign >= 0),
  lt: ordered((sign) => sign < 0),
  lte: ordered((sign) => sign <= 0),
  in: listed,
  not_in: (found, wanted) => !listed(found, wanted),
  contains,
  starts_with: both((found, wanted) => found.startsWith(wanted)),
  ends_with: both((found, wanted) => found.endsWith(wanted)),
  exists: (found, wanted) => (found !== undefined) === (wanted !== false),
  matches: both((found, wanted) => globMatches(wanted, found)),
};

function holds(condition: Condition, payload: unknown): boolean {
  const test = Object.hasOwn(tests, condition.operator) ? tests[condition.operator] : undefined;
  const found = lookUp(payload, parsePath(condition.field));
  if (found === undefined && condition.operator === 'ne') return true;
  return test?.(found, condition.value) ?? false;
}
