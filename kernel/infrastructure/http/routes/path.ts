import type Type from 'typebox';

/** Names of the `{parameters}` of a path template, as a type. */
export type PathParameters<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** Names of the `{parameters}` of a path template, in order. */
export const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => String(name));

/** Parameters that are not UUIDs say what they are; every other one is a UUID, else 400 (SPEC 7). */
export type ParameterSchemas = Readonly<Record<string, Type.TSchema>>;
