import { isJson, type Json, mapped, objectIn } from './json.ts';

/** Shorter ones are easier to read where they stand. */
const MIN_SHARED_CHARACTERS = 150;

interface Occurrences {
  count: number;
  /** Made of the first place where the schema stands. */
  readonly name: string;
}

/** Objects that occur in several places stand once, among the components, by a name made of their first place. */
export function withSharedSchemas(document: Json): Json {
  const schemas = objectIn(objectIn(document, 'components'), 'schemas');
  const paths = objectIn(document, 'paths');
  const names = sharedNames(paths, Object.keys(schemas));
  const shared = [...names]
    .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([text, name]) => [name, mapped(JSON.parse(text), (part) => replaced(part, names))]);
  return {
    ...document,
    paths: replaced(paths, names),
    components: { schemas: { ...schemas, ...Object.fromEntries(shared) } },
  };
}

/** Names of the schemas that are worth sharing, by their text. */
function sharedNames(paths: Json, taken: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, Occurrences>();
  for (const item of Object.values(paths).filter(isJson))
    for (const operation of Object.values(item).filter(isJson))
      note(operation, pascal(String(operation['operationId'])), found);
  const used = new Set(taken);
  const names = new Map<string, string>();
  for (const [text, { count, name }] of found)
    if (count > 1 && text.length >= MIN_SHARED_CHARACTERS) names.set(text, free(name, used));
  return names;
}

const isObjectSchema = (value: Json): boolean => isJson(value['properties']);

/** Counts object schemas at any depth; what stands inside of one counts once, however often that one occurs. */
function note(value: unknown, name: string, found: Map<string, Occurrences>): void {
  if (Array.isArray(value)) for (const each of value) note(each, name, found);
  if (!isJson(value)) return;
  if (isObjectSchema(value)) {
    const text = JSON.stringify(value);
    const known = found.get(text);
    if (known) {
      known.count += 1;
      return;
    }
    found.set(text, { count: 1, name });
  }
  for (const [key, part] of Object.entries(value))
    if (key === 'properties' && isJson(part))
      for (const [property, inner] of Object.entries(part)) note(inner, name + pascal(property), found);
    else note(part, key === 'requestBody' ? `${name}Body` : name, found);
}

function replaced(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, names));
  if (!isJson(value)) return value;
  const name = isObjectSchema(value) ? names.get(JSON.stringify(value)) : undefined;
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return mapped(value, (part) => replaced(part, names));
}

function free(name: string, used: Set<string>): string {
  let result = name;
  for (let number = 2; used.has(result); number += 1) result = `${name}${number}`;
  used.add(result);
  return result;
}

const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
