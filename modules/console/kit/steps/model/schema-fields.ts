/** A JSON Schema as it came: objects of the API without types. */
export type OpenSchema = Readonly<Record<string, unknown>>;

/** A place in a value that a schema describes. */
export interface SchemaField {
  /** Dotted path; '' is the whole value. */
  readonly path: string;
  /** Type by its JSON name, several joined by `|`; '' when the schema leaves it open. */
  readonly type: string;
  readonly description: string;
  /** False: it is missing at times. */
  readonly isCertain: boolean;
  /** Fixed values, where there are only these. */
  readonly choices: readonly unknown[];
}

const MOST_FIELDS = 300;
const DEEPEST = 6;

export const asSchema = (value: unknown): OpenSchema | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Alternatives of a schema without `null`; the schema itself where it has none. */
function alternativesOf(schema: OpenSchema): readonly OpenSchema[] {
  const branches = listOf(schema['anyOf'] ?? schema['oneOf']);
  if (branches.length === 0) return [schema];
  return branches.flatMap((branch) => {
    const known = asSchema(branch);
    return known === null || known['type'] === 'null' ? [] : alternativesOf(known);
  });
}

const isNullable = (schema: OpenSchema): boolean =>
  listOf(schema['anyOf'] ?? schema['oneOf']).some((branch) => asSchema(branch)?.['type'] === 'null');

function typeOf(schema: OpenSchema): string {
  const types = alternativesOf(schema).flatMap((each) => {
    const given = listOf([each['type']].flat()).map(textOf).filter(Boolean);
    if (given.length > 0) return given;
    const [value] = choicesOf(each);
    return value === undefined ? [] : [value === null ? 'null' : typeof value];
  });
  return [...new Set(types)].join('|');
}

function choicesOf(schema: OpenSchema): readonly unknown[] {
  const all = alternativesOf(schema).map((each) =>
    'const' in each ? [each['const']] : listOf(each['enum']),
  );
  return all.every((choices) => choices.length > 0) ? all.flat() : [];
}

/** Places that a schema describes, outer ones before inner ones; lists are entered at their first entry. */
export function fieldsOf(schema: unknown): readonly SchemaField[] {
  const found: SchemaField[] = [];
  const enter = (given: unknown, path: string, isCertain: boolean, depth: number): void => {
    const known = asSchema(given);
    if (known === null || depth > DEEPEST || found.length >= MOST_FIELDS) return;
    const isSure = isCertain && !isNullable(known);
    if (path !== '')
      found.push({
        path,
        type: typeOf(known),
        description: textOf(known['description']) || textOf(known['title']),
        isCertain: isSure,
        choices: choicesOf(known),
      });
    for (const each of alternativesOf(known)) enterInside(each, path, isSure, depth);
  };
  const enterInside = (schema: OpenSchema, path: string, isCertain: boolean, depth: number): void => {
    const required = new Set(listOf(schema['required']));
    for (const [name, inner] of Object.entries(asSchema(schema['properties']) ?? {}))
      enter(inner, path === '' ? name : `${path}.${name}`, isCertain && required.has(name), depth + 1);
    if (schema['items'] !== undefined)
      enter(schema['items'], path === '' ? '0' : `${path}.0`, false, depth + 1);
  };
  enter(schema, '', true, 0);
  return unique(found);
}

/** Alternatives may name a place twice. */
function unique(fields: readonly SchemaField[]): readonly SchemaField[] {
  const known = new Map<string, SchemaField>();
  for (const field of fields) if (!known.has(field.path)) known.set(field.path, field);
  return [...known.values()];
}

/** Fields of any of several schemas; certain only where every schema has it for certain. */
export function fieldsOfAll(schemas: readonly unknown[]): readonly SchemaField[] {
  const lists = schemas.map(fieldsOf);
  const all = unique(lists.flat());
  return all.map((field) => ({
    ...field,
    isCertain: lists.every((list) => list.some(({ path, isCertain }) => path === field.path && isCertain)),
  }));
}

/** Fields of a value that was seen, for what no schema describes. */
export function fieldsOfValue(value: unknown): readonly SchemaField[] {
  const found: SchemaField[] = [];
  const enter = (at: unknown, path: string, depth: number): void => {
    if (depth > DEEPEST || found.length >= MOST_FIELDS) return;
    if (path !== '')
      found.push({ path, type: typeOfValue(at), description: '', isCertain: false, choices: [] });
    if (typeof at !== 'object' || at === null) return;
    const entries = Array.isArray(at) ? Object.entries(at.slice(0, 1)) : Object.entries(at);
    for (const [name, inner] of entries) enter(inner, path === '' ? name : `${path}.${name}`, depth + 1);
  };
  enter(value, '', 0);
  return found;
}

const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
