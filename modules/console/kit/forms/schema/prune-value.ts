import { type FormSchema, propertyOf, readSchema } from './schema.ts';

/**
 * The value without what its schema does not take: fields that went with another choice, and those that only a reading
 * has. Where a schema is open, everything stays.
 */
export function pruneValue(schema: FormSchema, value: unknown): unknown {
  const { kind, schema: own } = readSchema(schema, value);
  if (kind === 'objects' && Array.isArray(value))
    return value.map((each) => pruneValue(own.items ?? {}, each));
  if (kind !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isClosed = own.additionalProperties === false;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const known = propertyOf(own, key);
      if (known === undefined) return isClosed ? [] : [[key, inner]];
      return [[key, pruneValue(known, inner)]];
    }),
  );
}
