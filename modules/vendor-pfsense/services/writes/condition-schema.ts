import type { Field } from '../inventory/models.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Schemas of a field's conditions for a new object: while they are met, a required field is required; while they
 * are not, the product ignores the field, so that only its default may be given.
 */
export function conditionSchemas(field: Field, fields: ReadonlyMap<string, Field>): readonly Schema[] {
  const conditions = Object.entries(field.conditions);
  if (conditions.length === 0 || conditions.some(([name]) => name.includes('parent__'))) return [];
  const met = { allOf: conditions.map(([name, wanted]) => conditionMet(name, wanted, fields)) };
  const isRequired = { if: { not: met }, else: { properties: { [field.name]: {} }, required: [field.name] } };
  const isIgnored = { if: met, else: { properties: { [field.name]: { enum: ignored(field) } } } };
  return field.required ? [isRequired, isIgnored] : [isIgnored];
}

function conditionMet(key: string, wanted: unknown, fields: ReadonlyMap<string, Field>): Schema {
  const isNegated = key.startsWith('!');
  const name = isNegated ? key.slice(1) : key;
  const values = Array.isArray(wanted) ? wanted : [wanted];
  const isAbsentGood = values.includes(fields.get(name)?.default ?? null);
  const met: Schema = {
    properties: { [name]: { enum: values } },
    ...(isAbsentGood ? {} : { required: [name] }),
  };
  return isNegated ? { not: met } : met;
}

const ignored = ({ default: value }: Field): readonly unknown[] =>
  value === null || value === undefined ? [null] : [null, value];
