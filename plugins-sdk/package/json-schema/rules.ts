import type { Json, JsonSchema } from '../../author/json.ts';

/** A schema prepared for walking data, so that keywords are looked up once. */
export interface Rules {
  readonly types: readonly string[] | null;
  readonly fixed: FixedValues | null;
  /** `const`, compared like a list of one, with a message of its own. */
  readonly constant: FixedValues | null;
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  readonly length: Range | null;
  readonly items: Range | null;
  readonly properties: Range | null;
  readonly required: readonly string[];
  readonly known: ReadonlyMap<string, Rules | boolean>;
  readonly additional: Rules | boolean;
  readonly each: Rules | boolean;
  readonly alternatives: readonly (Rules | boolean)[] | null;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Values that data may be equal to: scalars found by one look, containers compared one by one. */
export interface FixedValues {
  readonly scalars: ReadonlySet<unknown>;
  readonly containers: readonly Json[];
  /** Longest text among the scalars; a longer one need not be looked up. */
  readonly longest: number;
}

const ready = new WeakMap<object, Rules>();

/** Rules of a schema that passed `schemaProblems`; made once for each schema, whose depth bounds the recursion. */
export function rulesOf(schema: unknown): Rules | boolean {
  if (typeof schema !== 'object' || schema === null) return schema === true;
  const known = ready.get(schema) ?? build(schema as Exclude<JsonSchema, boolean>);
  ready.set(schema, known);
  return known;
}

function build(schema: Exclude<JsonSchema, boolean>): Rules {
  const { anyOf, properties } = schema;
  const of = (keyword: string) => (Object.hasOwn(schema, keyword) ? rulesOf(schema[keyword]) : true);
  return {
    types: schema['type'] === undefined ? null : [schema['type']].flat().map(String),
    fixed: Array.isArray(schema['enum']) ? fixedValues(schema['enum']) : null,
    constant: schema['const'] === undefined ? null : fixedValues([schema['const']]),
    minimum: numberOf(schema['minimum'], Number.NEGATIVE_INFINITY),
    maximum: numberOf(schema['maximum'], Number.POSITIVE_INFINITY),
    exclusiveMinimum: numberOf(schema['exclusiveMinimum'], Number.NEGATIVE_INFINITY),
    exclusiveMaximum: numberOf(schema['exclusiveMaximum'], Number.POSITIVE_INFINITY),
    length: rangeOf(schema, 'Length'),
    items: rangeOf(schema, 'Items'),
    properties: rangeOf(schema, 'Properties'),
    required: Array.isArray(schema['required']) ? schema['required'].map(String) : [],
    known: new Map(Object.entries(Object(properties)).map(([name, inner]) => [name, rulesOf(inner)])),
    additional: of('additionalProperties'),
    each: of('items'),
    alternatives: Array.isArray(anyOf) ? anyOf.map(rulesOf) : null,
  };
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

function rangeOf(schema: Exclude<JsonSchema, boolean>, suffix: string): Range | null {
  const least = numberOf(schema[`min${suffix}`], 0);
  const most = numberOf(schema[`max${suffix}`], Number.POSITIVE_INFINITY);
  return least === 0 && most === Number.POSITIVE_INFINITY ? null : { least, most };
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

function fixedValues(values: readonly Json[]): FixedValues {
  const scalars = values.filter((value) => !isContainer(value));
  return {
    scalars: new Set(scalars),
    containers: values.filter(isContainer),
    longest: Math.max(0, ...scalars.map((value) => (typeof value === 'string' ? value.length : 0))),
  };
}
