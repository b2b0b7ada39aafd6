import type { FormSchema } from './form-schema.ts';
import { matchesSchema } from './matches-schema.ts';

type Properties = Readonly<Record<string, FormSchema>>;

const schemaOf = (value: unknown): FormSchema | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** A property whose schema is `false` must not be there. */
const isRefused = (schema: unknown): boolean => schema === false;

/** The schema without conditions, and every part that holds for this value: `allOf`, and the branch of a condition. */
function partsOf(
  { allOf, if: condition, then, else: other, ...plain }: FormSchema,
  value: unknown,
): FormSchema[] {
  const asked = schemaOf(condition);
  const branch = asked === null ? null : matchesSchema(asked, value) ? then : other;
  const parts = [...(Array.isArray(allOf) ? allOf : []), branch]
    .map(schemaOf)
    .filter((part) => part !== null);
  return [plain, ...parts.flatMap((part) => partsOf(part, value))];
}

function mergedProperties(base: Properties, part: FormSchema): Properties {
  const own = part.properties ?? {};
  // A closed part names every property that may be there.
  const isClosed = part.additionalProperties === false && part.properties !== undefined;
  const kept = Object.entries(base).filter(([key]) => !isClosed || Object.hasOwn(own, key));
  const added = Object.entries(own).map(([key, inner]) =>
    isRefused(inner) || isRefused(base[key])
      ? ([key, null] as const)
      : ([key, { ...base[key], ...inner }] as const),
  );
  const merged = new Map<string, FormSchema | null>([...kept, ...added]);
  return Object.fromEntries([...merged].filter((entry): entry is [string, FormSchema] => entry[1] !== null));
}

const merged = (base: FormSchema, part: FormSchema): FormSchema => ({
  ...part,
  ...base,
  properties: mergedProperties(base.properties ?? {}, part),
  required: [...new Set([...(base.required ?? []), ...(part.required ?? [])])],
});

/** The schema without its conditions, as they stand for this value: fields that depend on others come and go. */
export function resolveSchema(schema: FormSchema, value: unknown): FormSchema {
  const [plain = {}, ...parts] = partsOf(schema, value);
  return parts.length === 0 ? schema : parts.reduce(merged, plain);
}
