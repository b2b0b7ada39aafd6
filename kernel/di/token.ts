declare const carries: unique symbol;

/** Names a dependency and carries its type. */
export interface Token<T> {
  readonly id: string;
  readonly key: symbol;
  readonly [carries]?: T;
}

/** Makes a token; the same id is the same token everywhere. */
export const token = <T>(id: string): Token<T> => ({ id, key: Symbol.for(`patchbay.${id}`) });

/** The public face of a class with `#private` fields, so that a test may pass a plain object. */
export type Public<T> = { [K in keyof T]: T[K] };

/** The values behind a tuple of tokens. */
export type Values<D extends readonly Token<unknown>[]> = {
  [K in keyof D]: D[K] extends Token<infer T> ? T : never;
};

/** A record of tokens, as routes, jobs and listeners declare their `deps`. */
// biome-ignore lint/suspicious/noExplicitAny: a token of any type may stand in a dependency record
export type Deps = Readonly<Record<string, Token<any>>>;

/** The values behind a record of tokens. */
export type Resolved<D extends Deps> = { readonly [K in keyof D]: D[K] extends Token<infer T> ? T : never };
