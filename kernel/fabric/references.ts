import Type, { type TSchema, type TString, type TStringOptions } from 'typebox';
import { type ExtensionPoint, extensionPoint } from '../extension/index.ts';
import type { Unit } from '../infrastructure/database/index.ts';
import { isUuid } from '../schema/index.ts';

/** Rows that params name by their ids; the module that owns them contributes how they are found. */
export interface ReferenceKind {
  /** `controller`, `device`, `site`, `user`. */
  readonly noun: string;
  /** Subset of the ids that is visible to the principal of the unit. */
  among(unit: Unit, ids: readonly string[]): Promise<readonly string[]>;
}

export const REFERENCES: ExtensionPoint<ReferenceKind> = extensionPoint('fabric.references');

/** An id in params, where it stands. */
export interface Reference {
  readonly noun: string;
  readonly id: string;
  readonly path: readonly string[];
}

const KEYWORD = 'x-refers-to';
const MAX_DEPTH = 16;

/** Schema of an id of a row of that kind; params with an id of another organization are refused when they are saved. */
export const refersTo = (noun: string, options: TStringOptions = {}): TString =>
  Type.String({ ...options, format: 'uuid', [KEYWORD]: noun } as TStringOptions);

/** The noun that a schema says of an id; undefined where it says none. */
export function nounOf(schema: object): string | undefined {
  const noun = (schema as Record<string, unknown>)[KEYWORD];
  return typeof noun === 'string' ? noun : undefined;
}

/** Ids in params, found by their schema. Values that templates fill in are not there yet. */
export function referencesIn(schema: TSchema, params: unknown): readonly Reference[] {
  return found(schema as Shape, params, []);
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

function found(schema: Shape, value: unknown, path: readonly string[]): readonly Reference[] {
  if (path.length > MAX_DEPTH) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((each) => found(each, value, path));
  const noun = nounOf(schema);
  if (noun !== undefined)
    return typeof value === 'string' && isUuid(value) ? [{ noun, id: value, path }] : [];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((each, index) => found(items, each, [...path, String(index)])) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    Object.hasOwn(value, name) ? found(inner, (value as Record<string, unknown>)[name], [...path, name]) : [],
  );
}
