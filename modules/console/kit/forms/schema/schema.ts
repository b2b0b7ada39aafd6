import { flagValue, isFlag } from './flags.ts';
import type { FormSchema } from './form-schema.ts';
import { objectAlternative } from './object-alternative.ts';
import { fitsPattern } from './pattern.ts';
import { resolveSchema } from './resolve-schema.ts';

export type { FormSchema } from './form-schema.ts';

export type ControlKind =
  | 'choice'
  | 'flag'
  | 'switch'
  | 'number'
  | 'text'
  | 'texts'
  | 'objects'
  | 'object'
  | 'json';

export interface Read {
  readonly schema: FormSchema;
  readonly kind: ControlKind;
  /** Values of a choice or a flag. */
  readonly choices: readonly unknown[];
  readonly isNullable: boolean;
}

const isNull = ({ type, const: fixed, enum: values }: FormSchema): boolean =>
  type === 'null' || fixed === null || (values?.length === 1 && values[0] === null);

const fixedOf = ({ const: value, enum: values }: FormSchema): readonly unknown[] =>
  values ?? (value === undefined ? [] : [value]);

/** Choices are a flag where they only say yes and no. */
const chosen = (schema: FormSchema, choices: readonly unknown[], isNullable: boolean): Read => ({
  schema,
  kind: isFlag(choices) ? 'flag' : 'choice',
  choices,
  isNullable,
});

/**
 * Chooses the control of a schema: alternatives of fixed values are a choice, one alternative beside null is that one.
 * Of alternatives of several kinds the one that `value` fits is taken, else the one that a text can be typed for.
 */
export function readSchema(given: FormSchema, value?: unknown): Read {
  const alternatives = given.anyOf ?? given.oneOf;
  if (alternatives === undefined) return readPlain(resolveSchema(given, value));
  const others = alternatives.filter((each) => !isNull(each));
  const read = readAlternatives(given, others, value);
  return others.length < alternatives.length ? { ...read, isNullable: true } : read;
}

function readAlternatives(given: FormSchema, others: readonly FormSchema[], value: unknown): Read {
  const { anyOf: _any, oneOf: _one, ...shared } = given;
  const [only] = others;
  if (others.every((each) => fixedOf(each).length > 0)) return chosen(given, others.flatMap(fixedOf), false);
  if (others.length === 1 && only !== undefined) return readSchema({ ...only, ...shared }, value);
  const [list] = others.filter(({ type }) => type === 'array');
  if (list !== undefined && (Array.isArray(value) || value === undefined))
    return readPlain({ ...list, ...shared });
  const objects = others.filter(({ type }) => type === 'object');
  if (objects.length === others.length)
    return readPlain(resolveSchema({ ...objectAlternative(objects, value), ...shared }, value));
  const bounded = { ...boundsOf(others), ...given };
  if (others.every(({ type }) => type === 'integer' || type === 'number'))
    return { schema: bounded, kind: 'number', choices: [], isNullable: false };
  if (others.some(({ type }) => [type].flat().includes('string')))
    return { schema: bounded, kind: 'text', choices: [], isNullable: false };
  return { schema: given, kind: 'json', choices: [], isNullable: false };
}

/** Bounds of a number that may be written in several ways, the widest ones. */
function boundsOf(alternatives: readonly FormSchema[]): Pick<FormSchema, 'minimum' | 'maximum'> {
  const lowest = alternatives.flatMap(({ minimum }) => minimum ?? []);
  const highest = alternatives.flatMap(({ maximum }) => maximum ?? []);
  return {
    ...(lowest.length === 0 ? {} : { minimum: Math.min(...lowest) }),
    ...(highest.length === 0 ? {} : { maximum: Math.max(...highest) }),
  };
}

function readPlain(schema: FormSchema): Read {
  const types = [schema.type].flat();
  const read = (kind: ControlKind): Read => ({
    schema,
    kind,
    choices: [],
    isNullable: types.length > 1 && types.includes('null'),
  });
  const fixed = fixedOf(schema);
  if (fixed.length > 0) return chosen(schema, fixed, false);
  if (types.includes('string')) return read('text');
  if (types.includes('boolean')) return read('switch');
  if (types.includes('integer') || types.includes('number')) return read('number');
  if (types.includes('array')) return read(kindOfItems(schema.items));
  const isNamed = Object.keys({ ...schema.properties, ...patternsOf(schema) }).length > 0;
  return read(types.includes('object') && isNamed ? 'object' : 'json');
}

/** Schemas of properties by the pattern of their names. */
export function patternsOf(schema: FormSchema): Readonly<Record<string, FormSchema>> {
  const patterns = schema['patternProperties'];
  return typeof patterns === 'object' && patterns !== null && !Array.isArray(patterns) ? { ...patterns } : {};
}

/** Schema of a property by its name, or by the pattern that its name fits. */
export function propertyOf(schema: FormSchema, name: string): FormSchema | undefined {
  const own = schema.properties?.[name];
  if (own !== undefined) return own;
  return Object.entries(patternsOf(schema)).find(([pattern]) => fitsPattern(pattern, name))?.[1];
}

function kindOfItems(items: FormSchema | undefined): ControlKind {
  if (items === undefined) return 'json';
  const { kind } = readSchema(items);
  if (kind === 'text' || kind === 'choice' || kind === 'number') return 'texts';
  return kind === 'object' ? 'objects' : 'json';
}

/** A value to begin with, for what is added to a form. */
export function firstValue(schema: FormSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  const { kind, choices, schema: own } = readSchema(schema);
  if (kind === 'choice') return choices[0];
  if (kind === 'flag') return flagValue(choices, undefined, false);
  if (kind === 'switch') return false;
  if (kind === 'text') return '';
  if (kind === 'texts' || kind === 'objects') return [];
  if (kind === 'object') return emptyObject(own);
  return null;
}

/** An object with its required properties. */
export function emptyObject(schema: FormSchema): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = resolveSchema(schema, {});
  return Object.fromEntries(
    required.flatMap((key) => {
      const inner = properties[key];
      return inner === undefined ? [] : [[key, firstValue(inner)]];
    }),
  );
}
