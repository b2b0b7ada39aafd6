import type { FormSchema } from './form-schema.ts';
import { matchesSchema } from './matches-schema.ts';

const choicesOf = (schema: FormSchema | undefined): readonly unknown[] =>
  schema?.enum ?? (schema?.const === undefined ? [] : [schema.const]);

/** Properties by whose fixed values the alternatives differ: `type`, mostly. */
function decidingKeys(alternatives: readonly FormSchema[]): readonly string[] {
  const [first] = alternatives;
  return Object.keys(first?.properties ?? {}).filter((key) =>
    alternatives.every(({ properties = {} }) => choicesOf(properties[key]).length > 0),
  );
}

/**
 * The alternative that an object belongs to, by what decides; the deciding property offers the values of all of them,
 * so that another one can be chosen.
 */
export function objectAlternative(alternatives: readonly FormSchema[], value: unknown): FormSchema {
  const keys = decidingKeys(alternatives);
  const decided = ({ properties = {} }: FormSchema): boolean =>
    matchesSchema(
      {
        type: 'object',
        required: keys,
        properties: Object.fromEntries(keys.map((key) => [key, { enum: choicesOf(properties[key]) }])),
      },
      value,
    );
  const found =
    alternatives.find((each) => matchesSchema(each, value)) ??
    alternatives.find(decided) ??
    alternatives[0] ??
    {};
  const offered = keys.map((key) => [
    key,
    {
      ...found.properties?.[key],
      enum: [...new Set(alternatives.flatMap(({ properties = {} }) => choicesOf(properties[key])))],
    },
  ]);
  return { ...found, properties: { ...found.properties, ...Object.fromEntries(offered) } };
}
