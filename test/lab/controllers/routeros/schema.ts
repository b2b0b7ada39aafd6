import { readFileSync } from 'node:fs';

/** One value type of the vendor's schema (`routeros-menus/1`). */
export interface ValueType {
  readonly t?: string;
  readonly values?: readonly string[];
  readonly of?: readonly string[];
  readonly neg?: boolean;
  readonly ref?: boolean;
  readonly range?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly also?: readonly string[];
}

type Fields = ReadonlyMap<string, ValueType>;

export interface Menu {
  readonly path: string;
  readonly fields: Fields;
  readonly add: boolean;
  readonly set: boolean;
  readonly remove: boolean;
  readonly enable: boolean;
  readonly disable: boolean;
  readonly move: boolean;
  readonly ordered: boolean;
  readonly singleton: boolean;
  readonly print: boolean;
  readonly required: readonly string[];
  readonly readOnly: ReadonlySet<string>;
  readonly unset: ReadonlySet<string>;
  readonly actions: ReadonlyMap<string, Fields>;
}

interface RawMenu {
  readonly fields?: Readonly<Record<string, number>>;
  readonly actions?: Readonly<Record<string, true | Readonly<Record<string, number>>>>;
  readonly required?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly unset?: readonly string[];
  readonly [flag: string]: unknown;
}

interface RawSchema {
  readonly version: string;
  readonly basePath: string;
  readonly openFields: readonly string[];
  readonly types: readonly ValueType[];
  readonly menus: Readonly<Record<string, RawMenu>>;
}

const schemaFile = new URL('../../vendor-data/routeros/schema.json', import.meta.url);

/** The vendor's own menus, read once per process. */
export class RouterSchema {
  readonly version: string;
  readonly basePath: string;
  readonly openFields: ReadonlySet<string>;
  readonly menus: ReadonlyMap<string, Menu>;
  readonly #directories = new Set<string>(['']);

  constructor(raw: RawSchema) {
    this.version = raw.version;
    this.basePath = raw.basePath;
    this.openFields = new Set(raw.openFields);
    const menus = new Map<string, Menu>();
    for (const [path, menu] of Object.entries(raw.menus)) {
      menus.set(path, readMenu(path, menu, raw.types));
      for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1))
        this.#directories.add(path.slice(0, at));
    }
    this.menus = menus;
  }

  /** True for a menu and for a directory that only holds menus. */
  isDirectory(path: string): boolean {
    return this.#directories.has(path);
  }
}

function readMenu(path: string, raw: RawMenu, types: readonly ValueType[]): Menu {
  const fieldsOf = (indexed: Readonly<Record<string, number>>): Fields =>
    new Map(Object.entries(indexed).map(([name, index]) => [name, types[index] ?? {}]));
  const fields = fieldsOf(raw.fields ?? {});
  const actions = Object.entries(raw.actions ?? {}).map(
    ([name, given]) => [name, given === true ? fields : fieldsOf(given)] as const,
  );
  return {
    path,
    fields,
    add: Boolean(raw['add']),
    set: Boolean(raw['set']),
    remove: Boolean(raw['remove']),
    enable: Boolean(raw['enable']),
    disable: Boolean(raw['disable']),
    move: Boolean(raw['move']),
    ordered: Boolean(raw['ordered']),
    singleton: Boolean(raw['singleton']),
    print: Boolean(raw['print']),
    required: raw.required ?? [],
    readOnly: new Set(raw.readOnly),
    unset: new Set(raw.unset),
    actions: new Map(actions),
  };
}

let loaded: RouterSchema | undefined;

export function routerSchema(): RouterSchema {
  loaded ??= new RouterSchema(JSON.parse(readFileSync(schemaFile, 'utf8')) as RawSchema);
  return loaded;
}
