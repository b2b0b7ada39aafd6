import type Type from 'typebox';

/** Names of the `{parameters}` of a path template, as a type. */
export type PathParameters<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}*` ? Bare : Name) | PathParameters<Rest>
  : never;

/** Names of the `{parameters}` of a path template, in order. */
export const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{([a-z_]+)\*?\}/g)].map(([, name]) => String(name));

/**
 * Name of a last `{parameter*}`: it takes the rest of the path with its slashes, or `''` where the path ends before it.
 * Null for a path without one.
 */
export const restOf = (path: string): string | null => /\{([a-z_]+)\*\}$/.exec(path)?.[1] ?? null;

/** The template as documents write it, in which a parameter that takes the rest has no sign of its own. */
export const documentedPath = (path: string): string => path.replace('*}', '}');

/** Parameters that are not UUIDs say what they are; every other one is a UUID, else 400 (SPEC 7). */
export type ParameterSchemas = Readonly<Record<string, Type.TSchema>>;
