import { readFileSync } from 'node:fs';

/** One parameter as the vendor's description has it. */
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
  /** Keys of a comma separated `key=value` text. */
  readonly 'x-property-string'?: Keys;
}

/** One key of a property string. */
export interface Key extends Parameter {
  readonly optional?: boolean;
  /** May stand without its name. */
  readonly 'x-default-key'?: boolean | number;
  /** Another name of this key. */
  readonly 'x-alias'?: string;
  /** The key's own name is the value of that key (`virtio=<mac>` sets `model`). */
  readonly 'x-keyAlias'?: string;
}

export type Keys = Readonly<Record<string, Key>>;
export type Parameters = Readonly<Record<string, Parameter>>;

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its placeholders (`/nodes/{node}/qemu/{vmid}`). */
  readonly path: string;
  readonly pathParams: Parameters;
  readonly properties: Parameters;
  readonly patternProperties: Parameters;
  readonly required: readonly string[];
  /** Answers with the id of a task that does the work. */
  readonly task: boolean;
}

export interface Format {
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly propertyString?: Keys;
}

export interface Operations {
  readonly byCall: ReadonlyMap<string, Operation>;
  readonly formats: Readonly<Record<string, Format>>;
}

interface DataFile {
  readonly formats: Readonly<Record<string, Format>>;
  readonly operations: readonly {
    readonly method: Operation['method'];
    readonly path: string;
    readonly pathParams?: Parameters;
    readonly params?: {
      readonly properties?: Parameters;
      readonly patternProperties?: Parameters;
      readonly required?: readonly string[];
    };
    readonly task?: boolean;
  }[];
}

const dataFile = new URL('../../payload-data/operations.data.json', import.meta.url);

/** The operations that features use, by `METHOD /path`. */
export function loadOperations(): Operations {
  const { formats, operations } = JSON.parse(readFileSync(dataFile, 'utf8')) as DataFile;
  const byCall = operations.map(({ method, path, pathParams = {}, params = {}, task = false }) => {
    const { properties = {}, patternProperties = {}, required = [] } = params;
    const operation = { method, path, pathParams, properties, patternProperties, required, task };
    return [`${method} ${path}`, Object.freeze(operation)] as const;
  });
  return { byCall: new Map(byCall), formats };
}

const INDEXED = /^([a-z]+)(?:0|[1-9]\d*)$/;

/** A parameter by the name it is sent under, indexed ones (`net0`) included. */
export function parameterOf(operation: Operation, name: string): Parameter | undefined {
  if (Object.hasOwn(operation.properties, name)) return operation.properties[name];
  const [, word] = INDEXED.exec(name) ?? [];
  return word === undefined ? undefined : operation.patternProperties[`^${word}(0|[1-9]\\d*)$`];
}
