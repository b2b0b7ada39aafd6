declare const carries: unique symbol;

/** Names a dependency and carries its type. */
export interface Token<T> {
  readonly id: string;
  readonly key: symbol;
  readonly [carries]?: T;
}

/** Makes a token; the same id is the same token everywhere. */
export const token = <T>(id: string): Token<T> => ({ id, key: Symbol.for(`patchbay.${id}`) });

/** A class of one instance, which is a token of its own. */
// biome-ignore lint/suspicious/noExplicitAny: constructors of any parameters stand in dependency records
export type ServiceClass<T> = new (...parts: any[]) => T;

/** Names a dependency: a token, or the class of a service. */
export type Dependency<T> = Token<T> | ServiceClass<T>;

// biome-ignore lint/suspicious/noExplicitAny: classes of any instance are kept here
const tokensOfServices = new WeakMap<ServiceClass<any>, Token<any>>();

/** The token by which a dependency is bound; two classes of one name have two. */
export function tokenOf<T>(dependency: Dependency<T>): Token<T> {
  if (typeof dependency !== 'function') return dependency;
  const known = tokensOfServices.get(dependency) ?? { id: dependency.name, key: Symbol(dependency.name) };
  tokensOfServices.set(dependency, known);
  return known;
}

/** The public face of a class with `#private` fields, so that a test may pass a plain object. */
export type Public<T> = { [K in keyof T]: T[K] };

type ValueOf<D> = D extends Dependency<infer T> ? T : never;

/** The values behind a tuple of dependencies. */
export type Values<D extends readonly Dependency<unknown>[]> = { [K in keyof D]: ValueOf<D[K]> };

/** A record of dependencies, as routes, jobs and listeners declare their `deps`. */
// biome-ignore lint/suspicious/noExplicitAny: a dependency of any type may stand in the record
export type Deps = Readonly<Record<string, Dependency<any>>>;

/** The values behind a record of dependencies. */
export type Resolved<D extends Deps> = { readonly [K in keyof D]: ValueOf<D[K]> };
