import { readFileSync } from 'node:fs';

export type Conditions = Readonly<Record<string, unknown>>;

/** One field of a model as the product declares it. */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'double' | 'array';
  readonly class: string;
  readonly required: boolean;
  readonly default: unknown;
  readonly choices: readonly unknown[];
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
  /** Values other fields must have for this one to be taken; `!` negates. */
  readonly conditions: Conditions | readonly [];
  readonly validators: readonly (readonly [string, Readonly<Record<string, unknown>>?])[];
}

export interface Model {
  readonly name: string;
  /** False for settings and commands, of which there is one. */
  readonly many: boolean;
  /** Positions in a configuration array, or names. */
  readonly id_type: 'integer' | 'string' | null;
  readonly subsystem: string | null;
  readonly always_apply: boolean;
  readonly packages: readonly string[];
  readonly parent: string | null;
  readonly fields: ReadonlyMap<string, Field>;
}

export interface Endpoint {
  readonly path: string;
  readonly methods: readonly string[];
  readonly model: string;
  readonly many: boolean;
}

interface RawModel {
  readonly many: boolean;
  readonly id_type?: 'integer' | 'string';
  readonly subsystem?: string;
  readonly always_apply?: boolean;
  readonly packages?: readonly string[];
  readonly parent_model_class?: string;
  readonly fields: Readonly<Record<string, Partial<Field>>>;
}

interface ModelData {
  readonly fieldDefaults: Omit<Field, 'name'>;
  readonly endpoints: readonly Endpoint[];
  readonly models: Readonly<Record<string, RawModel>>;
}

/** The endpoints and models that features use, read once. */
export class Models {
  readonly #models: ReadonlyMap<string, Model>;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #lists: ReadonlyMap<string, string>;

  constructor(file: URL = new URL('../../payload-data/models.data.json', import.meta.url)) {
    const data = JSON.parse(readFileSync(file, 'utf8')) as ModelData;
    const defaults = { ...data.fieldDefaults, validators: [] };
    this.#models = new Map(
      Object.entries(data.models).map(([name, raw]) => [name, readModel(name, raw, defaults)]),
    );
    this.#endpoints = new Map(data.endpoints.map((endpoint) => [endpoint.path, endpoint]));
    const lists = data.endpoints.filter(({ many, methods }) => many && methods.includes('GET'));
    this.#lists = new Map(lists.map(({ model, path }) => [model, path]));
  }

  model(name: string): Model {
    const model = this.#models.get(name);
    if (model === undefined) throw new Error(`no model ${name}`);
    return model;
  }

  endpoint(path: string): Endpoint {
    const endpoint = this.#endpoints.get(path);
    if (endpoint === undefined) throw new Error(`no endpoint ${path}`);
    return endpoint;
  }

  /** Path of the list of a model's objects, or null. */
  listOf(model: string): string | null {
    return this.#lists.get(model) ?? null;
  }
}

function readModel(name: string, raw: RawModel, defaults: Omit<Field, 'name'>): Model {
  const fields = Object.entries(raw.fields).map(
    ([field, given]) => [field, { ...defaults, ...given, name: field }] as const,
  );
  return Object.freeze({
    name,
    many: raw.many,
    id_type: raw.id_type ?? null,
    subsystem: raw.subsystem ?? null,
    always_apply: raw.always_apply ?? false,
    packages: raw.packages ?? [],
    parent: raw.parent_model_class ?? null,
    fields: new Map(fields),
  });
}
