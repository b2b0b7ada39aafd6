import { readFileSync } from 'node:fs';
import Type, { type TSchema } from 'typebox';

interface VendorSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
  readonly allOf?: readonly VendorSchema[];
  readonly properties?: Readonly<Record<string, VendorSchema>>;
  readonly required?: readonly string[];
  readonly items?: VendorSchema;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly [limit: string]: unknown;
}

interface QueryParameter {
  readonly type?: string;
  readonly format?: string;
  readonly required?: boolean;
}

export interface IntegrationWrite {
  readonly id: string;
  readonly method: string;
  /** `/v1/sites/{siteId}/networks/{networkId}`. */
  readonly path: string;
  readonly pathParams: Readonly<Record<string, VendorSchema>>;
  readonly queryParams: Readonly<Record<string, QueryParameter>>;
  /** Name of the body's schema. */
  readonly body?: string;
}

type Json = Record<string, unknown>;
interface Fields {
  readonly properties: Readonly<Record<string, VendorSchema>>;
  readonly required: readonly string[];
}

const MAX_TEXT = 4_096;
const MAX_ITEMS = 10_000;
const textFormats = new Set(['uuid', 'date', 'date-time']);
const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'uniqueItems'];

/** The writes of the integration interface, with their bodies as schemas that refuse what the product refuses. */
export class IntegrationSchemas {
  readonly writes: readonly IntegrationWrite[];
  readonly #schemas: Readonly<Record<string, VendorSchema>>;

  constructor(file: URL = new URL('../../payload-data/integration.data.json', import.meta.url)) {
    const data = JSON.parse(readFileSync(file, 'utf8')) as {
      operations: readonly IntegrationWrite[];
      schemas: Readonly<Record<string, VendorSchema>>;
    };
    this.writes = data.operations;
    this.#schemas = data.schemas;
  }

  /** The write behind a call of the feature table, whatever its placeholders are called. */
  find(method: string, path: string): IntegrationWrite {
    const shape = (text: string) => text.replace(/\{\w+\}/g, '{}');
    const wanted = shape(`/v1/sites/{siteId}${path}`);
    const found = this.writes.find((write) => write.method === method && shape(write.path) === wanted);
    if (!found) throw new Error(`no such write: ${method} ${path}`);
    return found;
  }

  /** Schema of a body. A part of one is enough for an update, which is merged into what stands there. */
  body(name: string, whole: boolean): TSchema {
    const schema = this.#build({ $ref: name }, whole);
    return Type.Unsafe(whole ? schema : { ...schema, minProperties: 1 });
  }

  /** Names a body may carry, for one variant where `value` selects it; the product refuses more than that. */
  fieldsOf(name: string, value: Readonly<Record<string, unknown>>): ReadonlySet<string> {
    const schema = this.#schemas[name] ?? {};
    const { discriminator } = schema;
    const variant = discriminator?.mapping[String(value[discriminator.propertyName])];
    return new Set(
      Object.keys(this.#fields(variant === undefined ? schema : this.#named(variant)).properties),
    );
  }

  parameter(schema: Omit<QueryParameter, 'required'>): TSchema {
    return Type.Unsafe(this.#scalar(schema));
  }

  #build(schema: VendorSchema, whole = true): Json {
    if (schema.$ref !== undefined) return this.#build(this.#named(schema.$ref), whole);
    if (schema.discriminator) return this.#union(schema, schema.discriminator, whole);
    if (schema.type === 'array') {
      const most = Math.min(Number(schema['maxItems'] ?? MAX_ITEMS), MAX_ITEMS);
      return { type: 'array', items: this.#build(schema.items ?? {}), maxItems: most, ...limitsOf(schema) };
    }
    if (schema.properties || schema.allOf) return this.#object(this.#fields(schema), whole);
    return this.#scalar(schema);
  }

  #object({ properties, required }: Fields, whole: boolean): Json {
    const built = Object.entries(properties).map(([name, field]) => [name, this.#build(field)]);
    return {
      type: 'object',
      properties: Object.fromEntries(built),
      required: whole ? [...new Set(required)] : [],
      additionalProperties: false,
    };
  }

  /**
   * One object with the fields of all variants, and a rule per variant, so that a refusal names the field that is
   * wrong instead of every variant it does not fit.
   */
  #union(
    schema: VendorSchema,
    { propertyName, mapping }: NonNullable<VendorSchema['discriminator']>,
    whole: boolean,
  ): Json {
    const variants = Object.entries(mapping).map(([value, name]) => {
      const { properties, required } = this.#fields(this.#named(name));
      const object = this.#object({ properties: { ...schema.properties, ...properties }, required }, whole);
      return { value, properties: object['properties'] as Json, required: object['required'] as string[] };
    });
    const names = [...new Set(variants.flatMap(({ properties }) => Object.keys(properties)))];
    const merged = names.map((name) => [
      name,
      anyOf(variants.flatMap(({ properties }) => properties[name] ?? [])),
    ]);
    const properties: Json = {
      ...Object.fromEntries(merged),
      [propertyName]: { enum: Object.keys(mapping) },
    };
    const rules = variants.map((variant) => ({
      if: { properties: { [propertyName]: { const: variant.value } }, required: [propertyName] },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: {
        properties: differences(properties, variant.properties, { propertyName, required: variant.required }),
        required: variant.required.filter((name) => name !== propertyName),
      },
    }));
    return {
      type: 'object',
      properties,
      required: whole ? [...new Set([propertyName, ...(schema.required ?? [])])] : [],
      additionalProperties: false,
      allOf: rules,
    };
  }

  /** Own fields and those of every part. */
  #fields(schema: VendorSchema): Fields {
    const parts = (schema.allOf ?? []).map((part) =>
      this.#fields(part.$ref === undefined ? part : this.#named(part.$ref)),
    );
    return {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
      required: [...parts.flatMap(({ required }) => required), ...(schema.required ?? [])],
    };
  }

  #scalar(schema: VendorSchema): Json {
    if (schema.enum) return { enum: [...schema.enum] };
    if (schema.type === 'string') {
      const format = textFormats.has(schema.format ?? '') ? { format: schema.format } : {};
      return { type: 'string', maxLength: MAX_TEXT, ...format, ...limitsOf(schema) };
    }
    return schema.type === undefined ? {} : { type: schema.type, ...limitsOf(schema) };
  }

  #named(name: string): VendorSchema {
    const schema = this.#schemas[name];
    if (!schema) throw new Error(`no such schema: ${name}`);
    return schema;
  }
}

const limitsOf = (schema: VendorSchema): Json =>
  Object.fromEntries(
    limits.flatMap((limit) => (schema[limit] === undefined ? [] : [[limit, schema[limit]]])),
  );

function anyOf(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()];
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}

/** Fields that a variant lacks are forbidden, those it defines otherwise are repeated; required ones are named. */
function differences(all: Json, own: Json, { propertyName, required }: DifferenceRules): Json {
  const entries = Object.keys(all).flatMap((name): [string, unknown][] => {
    if (name === propertyName) return [];
    if (!Object.hasOwn(own, name)) return [[name, false]];
    if (JSON.stringify(all[name]) !== JSON.stringify(own[name])) return [[name, own[name]]];
    return required.includes(name) ? [[name, {}]] : [];
  });
  return Object.fromEntries(entries);
}

interface DifferenceRules {
  readonly propertyName: string;
  readonly required: readonly string[];
}
