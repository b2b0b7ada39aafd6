import { readFileSync } from 'node:fs';

/** A schema of either interface, as its data file has it. */
export interface DataSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly required?: readonly string[];
  readonly items?: DataSchema;
  readonly allOf?: readonly DataSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly emptyAllowed?: boolean;
}

export interface IntegrationOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams?: Readonly<Record<string, DataSchema>>;
  readonly queryParams?: Readonly<Record<string, DataSchema & { readonly required?: boolean }>>;
  readonly body?: Readonly<Record<string, DataSchema>>;
  readonly responses: Readonly<Record<string, Readonly<Record<string, DataSchema>>>>;
}

export interface ClassicCall {
  readonly method: string;
  readonly path: string;
  readonly cmd?: string;
  readonly keys?: readonly string[];
}

export interface UnifiSchema {
  readonly operations: readonly IntegrationOperation[];
  readonly schemas: Readonly<Record<string, DataSchema>>;
  /** Fields by resource (`WlanConf`). */
  readonly resources: Readonly<Record<string, Readonly<Record<string, DataSchema>>>>;
  /** Resource by the last part of its path (`wlanconf`, `setting/snmp`). */
  readonly rest: ReadonlyMap<string, string>;
  readonly calls: readonly ClassicCall[];
}

const folder = new URL('../../vendor-data/unifi/', import.meta.url);
let loaded: UnifiSchema | undefined;

/** Both interfaces, read once. */
export function unifiSchema(): UnifiSchema {
  loaded ??= load();
  return loaded;
}

function load(): UnifiSchema {
  const integration = parse('network-integration.json') as {
    operations: readonly IntegrationOperation[];
    components: { schemas: Readonly<Record<string, DataSchema>> };
  };
  const classic = parse('network-classic.json') as {
    rest: Readonly<Record<string, string>>;
    resources: UnifiSchema['resources'];
    endpoints: readonly ClassicCall[];
  };
  const rest = Object.entries(classic.rest).map(
    ([name, path]) => [path.slice('/api/s/{site}/rest/'.length), name] as const,
  );
  return {
    operations: integration.operations,
    schemas: integration.components.schemas,
    resources: classic.resources,
    rest: new Map(rest),
    calls: classic.endpoints,
  };
}

const parse = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** The schema a reference names. */
export function resolved(schema: DataSchema): DataSchema {
  if (schema.$ref === undefined) return schema;
  return resolved(unifiSchema().schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {});
}

/** Fields of an object and of everything it is made of. */
export function fieldsOf(schema: DataSchema): {
  properties: Record<string, DataSchema>;
  required: Set<string>;
} {
  const own = resolved(schema);
  const properties: Record<string, DataSchema> = {};
  const required = new Set(own.required);
  for (const part of own.allOf ?? []) {
    const inner = fieldsOf(part);
    Object.assign(properties, inner.properties);
    for (const name of inner.required) required.add(name);
  }
  return { properties: Object.assign(properties, own.properties), required };
}

/** The variant a value names, and whether it names one at all. */
export function variantOf(schema: DataSchema, value: Readonly<Record<string, unknown>>): DataSchema | null {
  const { discriminator } = resolved(schema);
  if (!discriminator) return schema;
  const name = discriminator.mapping[String(value[discriminator.propertyName])];
  return name === undefined ? null : { $ref: name };
}
