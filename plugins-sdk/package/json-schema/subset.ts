/** Bounds on a schema that a plugin brings. */
export const schemaBounds = {
  depth: 12,
  subschemas: 500,
  bytes: 32 * 1024,
  properties: 100,
  enumeration: 200,
  alternatives: 8,
} as const;

type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isText: Check = (value) => typeof value === 'string' && value.length <= 2_000;
const isAnything: Check = () => true;
const types = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
const isType: Check = (value) => typeof value === 'string' && types.has(value);
const isTextList =
  (most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every((entry) => typeof entry === 'string');

/** Keywords without subschemas; a keyword that is in neither list is refused. */
const plainKeywords: Readonly<Record<string, Check>> = {
  $schema: isText,
  title: isText,
  description: isText,
  default: isAnything,
  examples: (value) => Array.isArray(value) && value.length <= 20,
  format: isText,
  deprecated: (value) => typeof value === 'boolean',
  type: (value) =>
    isType(value) || (Array.isArray(value) && value.length > 0 && value.length <= 7 && value.every(isType)),
  enum: (value) => Array.isArray(value) && value.length > 0 && value.length <= schemaBounds.enumeration,
  const: isAnything,
  required: isTextList(schemaBounds.properties),
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
};

function subschemasOf(keyword: string, value: unknown): [string, unknown][] | undefined {
  if (keyword === 'items' || keyword === 'additionalProperties') return [[keyword, value]];
  if (keyword === 'anyOf') {
    if (!Array.isArray(value) || value.length === 0 || value.length > schemaBounds.alternatives)
      return undefined;
    return value.map((entry, at) => [`anyOf/${at}`, entry]);
  }
  if (keyword !== 'properties' || !isObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.length > schemaBounds.properties
    ? undefined
    : entries.map(([name, entry]) => [`properties/${name.slice(0, 60)}`, entry]);
}

/**
 * Names what keeps a schema out of the subset; an empty list means it may be used with `validateData`.
 * Refuses `pattern`, `$ref`, and every keyword that is not listed, so nothing is silently ignored.
 */
export function schemaProblems(schema: unknown, where = ''): string[] {
  const text = textOf(schema);
  if (text === undefined || text.length > schemaBounds.bytes)
    return [`${where}: larger than ${schemaBounds.bytes} bytes`];
  const open: { path: string; schema: unknown; depth: number }[] = [{ path: where, schema, depth: 1 }];
  const problems: string[] = [];
  for (let count = 1; open.length > 0 && problems.length < 10; count += 1) {
    const next = open.pop();
    if (next === undefined) break;
    if (count > schemaBounds.subschemas) return [`${where}: more than ${schemaBounds.subschemas} subschemas`];
    if (next.depth > schemaBounds.depth) return [`${where}: nested deeper than ${schemaBounds.depth}`];
    if (typeof next.schema === 'boolean') continue;
    if (!isObject(next.schema)) problems.push(`${next.path}: not a schema`);
    else inspect(next.schema, next.path, next.depth, open, problems);
  }
  return problems;
}

function inspect(
  schema: Record<string, unknown>,
  path: string,
  depth: number,
  open: { path: string; schema: unknown; depth: number }[],
  problems: string[],
): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const check = Object.hasOwn(plainKeywords, keyword) ? plainKeywords[keyword] : undefined;
    const inner = check === undefined ? subschemasOf(keyword, value) : undefined;
    if (check === undefined && inner === undefined)
      problems.push(`${path}/${keyword.slice(0, 60)}: not allowed here`);
    else if (check !== undefined && !check(value)) problems.push(`${path}/${keyword}: not a valid value`);
    for (const [name, entry] of inner ?? [])
      open.push({ path: `${path}/${name}`, schema: entry, depth: depth + 1 });
  }
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
