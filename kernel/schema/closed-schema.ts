import type { TSchema } from 'typebox';
import { perSchema } from './per-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LISTS = ['anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions'];
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'];

/** Applies a change to every schema inside a schema, innermost first; the given one stays as it is. */
function rewrite(schema: Schema, change: (each: Schema) => Schema): Schema {
  const copy: Record<string, unknown> = { ...schema };
  const inner = (value: unknown): unknown => (isSchema(value) ? rewrite(value, change) : value);
  for (const key of LISTS) if (Array.isArray(copy[key])) copy[key] = copy[key].map(inner);
  for (const key of SINGLE) if (isSchema(copy[key])) copy[key] = inner(copy[key]);
  for (const key of MAPS) if (isSchema(copy[key])) copy[key] = mapValues(copy[key], inner);
  return change(copy);
}

const mapValues = (map: Schema, each: (value: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, each(value)]));

const isClosable = (schema: Schema): boolean =>
  isSchema(schema['properties']) && !('additionalProperties' in schema) && !('patternProperties' in schema);

/**
 * Refuses keys that no schema names (DECISIONS 2, 3), by rule, so that no author can forget it. An object
 * that is meant to be open says so: `Type.Record(...)` or `additionalProperties: true`.
 */
export const closed = perSchema(
  (schema) =>
    rewrite(schema as Schema, (each) => {
      if (Array.isArray(each['allOf'])) return { ...each, unevaluatedProperties: false };
      return isClosable(each) ? { ...each, additionalProperties: false } : each;
    }) as TSchema,
);

/**
 * The form in which a reply schema is serialised: objects are open, since what is not declared is cut and
 * a union of closed objects would fail on it; a nullable schema becomes `nullable`, which needs no trying.
 */
export const openedForReply = perSchema(
  (schema) => rewriteAll(schema as Schema, (each) => nullable(withoutClosing(each))) as TSchema,
);

function rewriteAll(schema: Schema, change: (each: Schema) => Schema): Schema {
  const allOf = schema['allOf'];
  const inner = rewrite(schema, change);
  if (!Array.isArray(allOf)) return inner;
  return { ...inner, allOf: allOf.map((each) => (isSchema(each) ? rewriteAll(each, change) : each)) };
}

function withoutClosing(schema: Schema): Schema {
  if (schema['additionalProperties'] !== false && schema['unevaluatedProperties'] !== false) return schema;
  const { additionalProperties, unevaluatedProperties, ...open } = schema;
  return additionalProperties === false || additionalProperties === undefined
    ? open
    : { ...open, additionalProperties, ...(unevaluatedProperties ? { unevaluatedProperties } : {}) };
}

const isNull = (schema: unknown): boolean => isSchema(schema) && schema['type'] === 'null';

function nullable(schema: Schema): Schema {
  const choices = schema['anyOf'];
  if (!Array.isArray(choices) || choices.length !== 2 || !choices.some(isNull)) return schema;
  const other: unknown = choices.find((each) => !isNull(each));
  if (!isSchema(other) || other['type'] === undefined) return schema;
  const { anyOf, ...rest } = schema;
  return { ...rest, ...other, nullable: true };
}
