import type { TSchema } from 'typebox';

/** The same function, run once for each schema object. */
export function perSchema<T>(make: (schema: TSchema) => T): (schema: TSchema) => T {
  const made = new WeakMap<TSchema, { readonly value: T }>();
  return (schema) => {
    const known = made.get(schema) ?? { value: make(schema) };
    made.set(schema, known);
    return known.value;
  };
}
