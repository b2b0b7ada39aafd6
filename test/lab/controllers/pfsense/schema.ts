import { readFileSync } from 'node:fs';

export type Conditions = Readonly<Record<string, unknown>>;

/** One field of a model, the vendor's defaults filled in. */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'double' | 'array';
  readonly class: string;
  readonly required: boolean;
  readonly default: unknown;
  readonly choices: readonly unknown[];
  readonly unique: boolean;
  readonly allow_empty: boolean;
  readonly allow_null: boolean;
  readonly editable: boolean;
  readonly sensitive: boolean;
  readonly read_only: boolean;
  readonly write_only: boolean;
  readonly many: boolean;
  readonly many_minimum: number;
  readonly many_maximum: number;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly minimum_length: number | null;
  readonly maximum_length: number | null;
  readonly nested_model_class: string | null;
  readonly foreign_model_class: readonly string[] | null;
  readonly foreign_model_field: string | null;
  readonly conditions: Conditions | readonly [];
  readonly referenced_by: Readonly<Record<string, string>> | readonly [];
  readonly validators: readonly (readonly [string, Readonly<Record<string, unknown>>?])[];
  readonly allow: Readonly<Record<string, unknown>>;
}

export interface Model {
  readonly name: string;
  readonly many: boolean;
  readonly id_type: 'integer' | 'string' | null;
  readonly subsystem: string | null;
  readonly always_apply: boolean;
  readonly packages: readonly string[];
  readonly unique_together: readonly string[];
  readonly parent: string | null;
  readonly fields: readonly Field[];
}

export interface Endpoint {
  readonly path: string;
  readonly methods: readonly string[];
  readonly model: string;
  /** True where the path stands for the whole list. */
  readonly many: boolean;
}

interface RawModel {
  readonly many: boolean;
  readonly id_type?: 'integer' | 'string';
  readonly subsystem?: string;
  readonly always_apply?: boolean;
  readonly packages?: readonly string[];
  readonly unique_together_fields?: readonly string[];
  readonly parent_model_class?: string;
  readonly fields: Readonly<Record<string, Partial<Field>>>;
}

interface RawSchema {
  readonly fieldDefaults: Omit<Field, 'name'>;
  readonly endpoints: readonly Endpoint[];
  readonly models: Readonly<Record<string, RawModel>>;
}

const schemaFile = new URL('../../vendor-data/pfsense/schema.json', import.meta.url);

/** The REST package's own models and endpoints, read once per process. */
export class FirewallSchema {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly models: ReadonlyMap<string, Model>;
  readonly #applyPaths: readonly string[];

  constructor(raw: RawSchema) {
    this.endpoints = new Map(raw.endpoints.map((endpoint) => [endpoint.path, endpoint]));
    const models = Object.entries(raw.models).map(([name, model]) =>
      readModel(name, model, { ...raw.fieldDefaults, validators: [], allow: {} }),
    );
    this.models = new Map(models.map((model) => [model.name, model]));
    this.#applyPaths = [...this.endpoints.keys()].filter((path) => path.endsWith('/apply'));
  }

  model(name: string): Model {
    const model = this.models.get(name);
    if (model === undefined) throw new Error(`no model ${name}`);
    return model;
  }

  /** The model in whose objects the objects of a child model stand. */
  root(model: Model): Model {
    return model.parent === null ? model : this.root(this.model(model.parent));
  }

  /** The call that puts what is written through this path into effect, or null where nothing does. */
  applyPathOf(path: string): string | null {
    const fitting = this.#applyPaths.filter((apply) =>
      `${path}/`.startsWith(apply.slice(0, -'apply'.length)),
    );
    return fitting.sort((left, right) => right.length - left.length)[0] ?? null;
  }
}

function readModel(name: string, raw: RawModel, defaults: Omit<Field, 'name'>): Model {
  const fields = Object.entries(raw.fields).map(([field, given]) => ({ ...defaults, ...given, name: field }));
  return {
    name,
    many: raw.many,
    id_type: raw.id_type ?? null,
    subsystem: raw.subsystem ?? null,
    always_apply: raw.always_apply ?? false,
    packages: raw.packages ?? [],
    unique_together: raw.unique_together_fields ?? [],
    parent: raw.parent_model_class ?? null,
    fields,
  };
}

let loaded: FirewallSchema | undefined;

export function firewallSchema(): FirewallSchema {
  loaded ??= new FirewallSchema(JSON.parse(readFileSync(schemaFile, 'utf8')) as RawSchema);
  return loaded;
}
