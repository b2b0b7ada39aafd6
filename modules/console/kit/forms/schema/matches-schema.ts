import type { FormSchema } from './form-schema.ts';
import { fitsPattern } from './pattern.ts';

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPE_TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const isOfType = (value: unknown, type: FormSchema['type']): boolean =>
  type === undefined || [type].flat().some((one) => TYPE_TESTS[one]?.(value) ?? true);

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** A subschema may be `true` or `false`, too. */
function fits(schema: unknown, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  return isObject(schema) ? matchesSchema(schema, value) : true;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function fitsObject({ properties = {}, required = [] }: FormSchema, value: unknown): boolean {
  if (!isObject(value)) return true;
  return (
    required.every((key) => Object.hasOwn(value, key)) &&
    Object.entries(properties).every(([key, inner]) => !Object.hasOwn(value, key) || fits(inner, value[key]))
  );
}

function fitsText(
  { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FormSchema,
  value: unknown,
) {
  if (typeof value !== 'string') return true;
  if (value.length < minLength || value.length > maxLength) return false;
  return pattern === undefined || fitsPattern(pattern, value);
}

const fitsNumber = (
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: FormSchema,
  value: unknown,
): boolean => typeof value !== 'number' || (value >= minimum && value <= maximum);

/**
 * Whether a value fits a schema, as far as conditions of forms need it: types, fixed values, properties, bounds and
 * their combinations. Words that it does not know are taken as fulfilled; the platform judges what is sent.
 */
export function matchesSchema(schema: FormSchema, value: unknown): boolean {
  const { type, enum: values, allOf, anyOf, oneOf, not } = schema;
  return (
    isOfType(value, type) &&
    (values === undefined || values.some((each) => isEqual(each, value))) &&
    (!Object.hasOwn(schema, 'const') || isEqual(schema.const, value)) &&
    fitsObject(schema, value) &&
    fitsText(schema, value) &&
    fitsNumber(schema, value) &&
    listOf(allOf).every((each) => fits(each, value)) &&
    (anyOf === undefined || anyOf.some((each) => fits(each, value))) &&
    (oneOf === undefined || oneOf.filter((each) => fits(each, value)).length === 1) &&
    (not === undefined || !fits(not, value))
  );
}
