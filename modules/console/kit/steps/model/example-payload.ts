import { asSchema } from './schema-fields.ts';

const DEEPEST = 5;
const ID = '00000000-0000-7000-8000-000000000000';

/** A value that fits a schema, to begin a test with. */
export function exampleOf(schema: unknown, depth = 0): unknown {
  const known = asSchema(schema);
  if (known === null || depth > DEEPEST) return null;
  if ('const' in known) return known['const'];
  if ('default' in known) return known['default'];
  const { enum: values, anyOf, oneOf, type, format } = known;
  if (Array.isArray(values)) return values[0] ?? null;
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) return exampleOf(branches[0], depth);
  const [first] = [type].flat();
  if (first === 'string')
    return format === 'uuid' ? ID : format === 'date-time' ? '2026-01-01T00:00:00Z' : '';
  if (first === 'integer' || first === 'number') return known['minimum'] ?? 0;
  if (first === 'boolean') return false;
  if (first === 'array') return [];
  const properties = asSchema(known['properties']) ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner, depth + 1)]),
  );
}
