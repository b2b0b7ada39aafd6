import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { knownValue } from './known-values.ts';
import type { FieldSource, Schema } from './schema.ts';

const MAX_DEPTH = 8;

const BY_FORMAT: Readonly<Record<string, (n: number) => string>> = {
  uuid: () => randomUUID(),
  email: (n) => `sample-${n}@example.com`,
  uri: (n) => `https://sample-${n}.example.com/`,
  url: (n) => `https://sample-${n}.example.com/`,
  hostname: (n) => `sample-${n}.example.com`,
  ipv4: (n) => `192.0.2.${1 + (n % 250)}`,
  ipv6: (n) => `2001:db8::${(1 + (n % 65_000)).toString(16)}`,
  'date-time': (n) => new Date(Date.UTC(2027, 0, 1) + n * 60_000).toISOString(),
  date: () => '2027-01-01',
  time: () => '12:00:00Z',
};

/** Numbers what is made up: names are unique across samplers, since some are so across organizations. */
let made = 0;

/** Makes values that fit a schema: `examples` first, then known values; no two texts made up are the same. */
export class Sampler {
  readonly #fields: FieldSource;

  constructor(fields: FieldSource = knownValue) {
    this.#fields = fields;
  }

  /** With `full`, optional fields are filled too. */
  value(
    schema: Schema,
    { full = false, field = '' }: { readonly full?: boolean; readonly field?: string } = {},
  ): unknown {
    return this.#any(schema, field, full, 0);
  }

  #any(schema: Schema, field: string, full: boolean, depth: number): unknown {
    if ('const' in schema) return schema.const;
    const given = this.#fields(field, schema) ?? schema.examples?.[0];
    if (given !== undefined) return given;
    if (schema.enum) return schema.enum[0];
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#any(choices.find(({ type }) => type !== 'null') ?? {}, field, full, depth);
    if (schema.allOf) return this.#any(merged(schema), field, full, depth);
    return this.#typed(schema, field, full, depth);
  }

  #typed(schema: Schema, field: string, full: boolean, depth: number): unknown {
    const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
    if (type === 'string') return this.#text(schema, field);
    if (type === 'integer' || type === 'number') return numberFor(schema);
    if (type === 'boolean') return true;
    if (type === 'array') return this.#list(schema, field, full, depth);
    if (type === 'object' || schema.properties) return this.#object(schema, full, depth);
    return type === 'null' ? null : {};
  }

  #list(schema: Schema, field: string, full: boolean, depth: number): readonly unknown[] {
    const length = Math.max(schema.minItems ?? 0, full && depth < MAX_DEPTH ? 1 : 0);
    return Array.from({ length }, () => this.#any(schema.items ?? {}, field, full, depth + 1));
  }

  #object(schema: Schema, full: boolean, depth: number): Readonly<Record<string, unknown>> {
    const names = Object.keys(schema.properties ?? {}).filter(
      (name) =>
        schema.required?.includes(name) || (full && depth < MAX_DEPTH && !isNever(schema.properties?.[name])),
    );
    const fields = names.map((name) => [
      name,
      this.#any(schema.properties?.[name] ?? {}, name, full, depth + 1),
    ]);
    const missing = (schema.minProperties ?? 0) - fields.length;
    if (missing > 0) fields.push(...this.#further(schema, names, missing, full, depth));
    return Object.fromEntries(fields);
  }

  /** Fields beyond the required ones: optional ones first, then made-up keys of an open object. */
  #further(schema: Schema, taken: readonly string[], wanted: number, full: boolean, depth: number) {
    const optional = Object.keys(schema.properties ?? {})
      .filter((name) => !taken.includes(name))
      .slice(0, wanted);
    const open = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
    const made = Array.from({ length: wanted - optional.length }, (_, index) => `key_${index}`);
    const inner = typeof open === 'object' ? open : {};
    return [
      ...optional.map((name) => [name, this.#any(schema.properties?.[name] ?? {}, name, full, depth + 1)]),
      ...made.map((name) => [name, this.#any(inner, name, full, depth + 1)]),
    ];
  }

  #text({ format, pattern, minLength = 0, maxLength = 10_000 }: Schema, field: string): string {
    made += 1;
    const formatted = format === undefined ? undefined : BY_FORMAT[format]?.(made);
    if (formatted !== undefined) return formatted;
    const word = field.replace(/[^a-z]/g, '-').slice(0, 20) || 'sample';
    const fits = (text: string): boolean =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(text));
    const plain = [`${word}-${made}`, `${word}${made}`, `s${made}`, 'a', '1', '0a', '192.0.2.1'];
    const found = plain.flatMap((text) => [text, text.padEnd(minLength, 'x')]).find(fits);
    return found ?? fromPattern(pattern ?? `^x{${minLength}}$`, made, fits);
  }
}

/** A field that must not be sent. */
const isNever = (schema: Schema | undefined): boolean =>
  schema?.not !== undefined && Object.keys(schema.not).length === 0;

function fromPattern(pattern: string, seed: number, fits: (text: string) => boolean): string {
  const texts = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed });
  return texts.find(fits) ?? texts[0] ?? '';
}

function numberFor({ minimum, maximum, exclusiveMinimum, multipleOf = 1 }: Schema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + multipleOf);
  const wanted = Math.ceil(least / multipleOf) * multipleOf;
  return maximum === undefined ? wanted : Math.min(wanted, maximum);
}

function merged({ allOf = [], ...rest }: Schema): Schema {
  const parts = [rest, ...allOf.map((each) => (each.allOf ? merged(each) : each))];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})),
    required: parts.flatMap(({ required = [] }) => required),
  };
}
