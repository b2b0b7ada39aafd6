import type { FeatureOperation } from '@patchbay/vendor-kit';
import Type, { type TSchema } from 'typebox';
import type { SectionPlace } from './features.ts';
import { optionSchema } from './option-schema.ts';
import { type Options, type SectionSchema, sectionSchema } from './section-schemas.ts';

type Schema = Readonly<Record<string, unknown>>;

const sectionName = { type: 'string', pattern: '^[A-Za-z0-9_]{1,64}$' };
/** Section types that carry the name of an interface. */
const CARRIER = /^(.+)<interface>$/;

/**
 * Schema of a payload: the options alone, with `.name` and `.type` where the section's own matter, or inside the
 * arguments of `uci.add` and `uci.set` as the vendor writes them (`{"name": …, "values": {…}}`).
 */
export function payloadSchema(place: SectionPlace, operation: FeatureOperation): TSchema {
  if (operation === 'delete') return Type.Unsafe(closed({}, []));
  const schema = sectionSchema(place.config, place.type);
  const isNew = operation === 'create';
  const options = optionsOf(schema, place, isNew);
  const required = isNew ? requiredOf(schema, place) : [];
  const own = isNew ? ownFields(place, '.') : noFields;
  const outer = isNew ? ownFields(place, '') : noFields;
  const byProtocol = isNew && schema.protocols ? protocolRules(schema) : {};
  const flat = {
    ...closed({ ...options, ...own.fields }, [...required, ...own.required]),
    ...own.either,
    ...byProtocol,
    minProperties: 1,
  };
  const values = { ...closed(options, required), ...byProtocol, minProperties: isNew ? 0 : 1 };
  const wrapped = {
    ...closed({ ...outer.fields, values }, ['values', ...outer.required]),
    ...outer.either,
  };
  // Named here as well, so that readers of the schema see every field without knowing of the two forms.
  const names = [...Object.keys(flat.properties), ...Object.keys(wrapped.properties)];
  return Type.Unsafe({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
    additionalProperties: false,
    if: {
      type: 'object',
      properties: { values: { type: 'object' } },
      required: ['values'],
      additionalProperties: true,
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: wrapped,
    else: flat,
  });
}

function optionsOf({ options, protocols = {} }: SectionSchema, place: SectionPlace, isNew: boolean): Schema {
  const fixedProtocol = place.fixed['proto'];
  const further = fixedProtocol === undefined ? Object.values(protocols) : [protocols[fixedProtocol] ?? {}];
  const merged: Record<string, Schema> = {};
  for (const each of [options, ...further]) {
    for (const [name, option] of Object.entries(each)) {
      const schema = optionSchema(option, !isNew);
      const known = merged[name];
      if (known === undefined) merged[name] = schema;
      else if (!holds(known, schema)) merged[name] = { anyOf: [...formsOf(known), ...formsOf(schema)] };
    }
  }
  if (fixedProtocol === undefined && protocols !== undefined && Object.keys(protocols).length > 0)
    merged['proto'] = { enum: Object.keys(protocols) };
  for (const [name, value] of Object.entries(place.fixed))
    merged[name] = { enum: name === 'proto' ? [value] : [value, value.toLowerCase()] };
  return merged;
}

/** Whether a schema has every form of the other already. */
function holds(schema: Schema, other: Schema): boolean {
  const known = new Set(formsOf(schema).map((form) => JSON.stringify(form)));
  return formsOf(other).every((form) => known.has(JSON.stringify(form)));
}
const formsOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema['anyOf']) ? (schema['anyOf'] as Schema[]) : [schema];

function requiredOf({ options, required = [] }: SectionSchema, { fixed }: SectionPlace): string[] {
  const marked = Object.keys(options).filter((name) => options[name]?.required === true);
  return [...new Set([...required, ...marked])].filter((name) => fixed[name] === undefined);
}

/** A protocol's interface takes that protocol's options and no others. */
function protocolRules({ options, protocols = {} }: SectionSchema): Schema {
  const shared = ['.name', ...Object.keys(options)];
  const rules = Object.entries(protocols).map(([proto, own]: [string, Options]) => ({
    if: {
      type: 'object',
      properties: { proto: { const: proto } },
      required: ['proto'],
      additionalProperties: true,
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { propertyNames: { enum: [...new Set([...shared, ...Object.keys(own)])] } },
  }));
  return rules.reduceRight<Schema>(
    (rest, rule) => ({ ...rule, ...(Object.keys(rest).length > 0 ? { else: rest } : {}) }),
    {},
  );
}

interface OwnFields {
  readonly fields: Schema;
  readonly required: readonly string[];
  readonly either: Schema;
}

const holding = (name: string): Schema => ({
  properties: { [name]: {} },
  required: [name],
  additionalProperties: true,
});

const noFields: OwnFields = { fields: {}, required: [], either: {} };

/** Fields of a new section besides its options: its name, and its type where that is open. */
function ownFields({ type, named }: SectionPlace, mark: '.' | ''): OwnFields {
  const stem = CARRIER.exec(type)?.[1];
  const name = { [`${mark}name`]: sectionName };
  const required = named ? [`${mark}name`] : [];
  if (stem === undefined) return { fields: name, required, either: {} };
  const kind = `${mark}type`;
  return {
    fields: {
      ...name,
      [kind]: { type: 'string', pattern: `^${stem}[A-Za-z0-9_]{1,32}$` },
      interface: sectionName,
    },
    required,
    either: { anyOf: [holding(kind), holding('interface')] },
  };
}

const closed = (properties: Schema, required: readonly string[]) => ({
  type: 'object' as const,
  properties,
  required: [...required],
  additionalProperties: false as const,
});
