import { readFileSync } from 'node:fs';

export interface Parameter {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array';
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly 'x-pattern-flags'?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Parameter;
  readonly optional?: boolean;
  readonly 'x-requires'?: string;
  readonly 'x-property-string'?: Parameters;
  readonly 'x-default-key'?: boolean | number;
  readonly 'x-alias'?: string;
  readonly 'x-keyAlias'?: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

export interface Format {
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly propertyString?: Parameters;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly pathParams: Parameters;
  readonly properties: Parameters;
  readonly patternProperties: Parameters;
  readonly required: readonly string[];
  readonly permissions: unknown;
}

export interface Match {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

interface SchemaFile {
  readonly formats: Readonly<Record<string, Format>>;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly pathParams?: Parameters;
    readonly params?: {
      readonly properties?: Parameters;
      readonly patternProperties?: Parameters;
      readonly required?: readonly string[];
    };
    readonly permissions?: unknown;
  }[];
}

interface Route {
  readonly operation: Operation;
  /** Segments of the path; placeholders keep their braces. */
  readonly parts: readonly string[];
}

const file = new URL('../../vendor-data/proxmox/schema.json', import.meta.url);

/** The operations of the product with their parameters, and the formats those name. */
export class ProxmoxSchema {
  readonly formats: Readonly<Record<string, Format>>;
  readonly operations: readonly Operation[];
  readonly #routes: readonly Route[];

  constructor() {
    const { formats, operations } = JSON.parse(readFileSync(file, 'utf8')) as SchemaFile;
    this.formats = formats;
    this.operations = operations.map(({ method, path, pathParams = {}, params = {}, permissions }) => ({
      method,
      path,
      pathParams,
      properties: params.properties ?? {},
      patternProperties: params.patternProperties ?? {},
      required: params.required ?? [],
      permissions,
    }));
    // Paths with fewer placeholders come first: `/cluster/sdn/zones` is no zone.
    this.#routes = this.operations
      .map((operation) => ({ operation, parts: operation.path.split('/') }))
      .sort((left, right) => placeholders(left) - placeholders(right));
  }

  /** `path` is without `/api2/json`, as it came; null for what the product does not know. */
  find(method: string, path: string): Match | null {
    const given = path.split('/');
    for (const { operation, parts } of this.#routes) {
      if (operation.method !== method || parts.length !== given.length) continue;
      if (!parts.every((part, index) => part.startsWith('{') || part === given[index])) continue;
      const values = parts.flatMap((part, index) =>
        part.startsWith('{') ? [[part.slice(1, -1), decoded(given[index] ?? '')] as const] : [],
      );
      if (values.every(([, value]) => value !== '')) return { operation, values: Object.fromEntries(values) };
    }
    return null;
  }
}

const placeholders = ({ parts }: Route): number => parts.filter((part) => part.startsWith('{')).length;

/** A segment that cannot be decoded names nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

const indexed = /^([a-z]+)(?:0|[1-9]\d*)$/;

/** A parameter by the name it came under; indexed ones (`net0`) included. */
export function parameterOf(operation: Operation, name: string): Parameter | undefined {
  if (Object.hasOwn(operation.properties, name)) return operation.properties[name];
  if (Object.hasOwn(operation.pathParams, name)) return operation.pathParams[name];
  const [, word] = indexed.exec(name) ?? [];
  return word === undefined ? undefined : operation.patternProperties[`^${word}(0|[1-9]\\d*)$`];
}
