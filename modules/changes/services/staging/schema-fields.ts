import { isRecord } from '@patchbay/kernel/schema';

/** Keywords of JSON Schema under which further schemas stand, by what holds them. */
const nested = ['items', 'contains', 'additionalProperties', 'unevaluatedProperties', 'if', 'then', 'else'];
const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['$defs', 'dependentSchemas', 'patternProperties'];

/** Every name of a field that a payload under this schema may carry, at any depth. */
export function fieldsIn(schema: unknown): ReadonlySet<string> {
  const fields = new Set<string>();
  const seen = new Set<object>();
  const waiting: unknown[] = [schema];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (!isRecord(each) || seen.has(each)) continue;
    seen.add(each);
    const properties = isRecord(each['properties']) ? each['properties'] : {};
    for (const [name, field] of Object.entries(properties)) {
      if (field !== false) fields.add(name);
      waiting.push(field);
    }
    for (const keyword of nested) waiting.push(each[keyword] ?? true);
    for (const keyword of listed) if (Array.isArray(each[keyword])) waiting.push(...each[keyword]);
    for (const keyword of named) if (isRecord(each[keyword])) waiting.push(...Object.values(each[keyword]));
  }
  return fields;
}
