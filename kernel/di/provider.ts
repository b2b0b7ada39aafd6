import {
  type Dependency,
  type Deps,
  type Public,
  type Resolved,
  type ServiceClass,
  type Token,
  tokenOf,
  type Values,
} from './token.ts';

/** A frozen recipe for one dependency. Only the kernel checks, creates and disposes it. */
export interface Provider {
  readonly token: Token<unknown>;
  readonly deps: readonly Token<unknown>[];
  // biome-ignore lint/suspicious/noExplicitAny: recipes of different types stand in one list
  readonly create: (...values: any[]) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly dispose?: (value: any) => void | Promise<void>;
}

/** The dependencies of a provider: named ones become one record, listed ones values in their order. */
type Wanted = Deps | readonly Dependency<unknown>[];

type Parts<W extends Wanted> = W extends readonly Dependency<unknown>[]
  ? Values<W>
  : W extends Deps
    ? [parts: Resolved<W>]
    : never;

/** Declares a service that is made of exactly what it depends on. */
export function provide<const W extends Wanted>(
  service: new (...parts: Parts<W>) => unknown,
  deps: W,
): Provider;
/** Declares how a service is made, or replaced by a plain object with all of its methods. */
export function provide<T, const W extends Wanted>(
  service: ServiceClass<T>,
  deps: W,
  create: (...parts: Parts<W>) => Public<NoInfer<T>> | Promise<Public<NoInfer<T>>>,
  dispose?: (value: T) => void | Promise<void>,
): Provider;
/** Declares how a token's value is made; a value that lacks a method of `T` does not compile. */
export function provide<T, const W extends Wanted>(
  target: Token<T>,
  deps: W,
  create: (...parts: Parts<W>) => NoInfer<T> | Promise<NoInfer<T>>,
  dispose?: (value: T) => void | Promise<void>,
): Provider;
export function provide(
  target: Dependency<unknown>,
  deps: Wanted,
  make: Provider['create'] = (...parts) => Reflect.construct(target as ServiceClass<unknown>, parts),
  dispose?: Provider['dispose'],
): Provider {
  const names = Object.keys(deps);
  const create: Provider['create'] = isListed(deps)
    ? make
    : (...values) => make(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  return Object.freeze({
    token: tokenOf(target),
    deps: Object.values<Dependency<unknown>>(deps).map(tokenOf),
    create,
    ...(dispose ? { dispose } : {}),
  });
}

const isListed = (deps: Wanted): deps is readonly Dependency<unknown>[] => Array.isArray(deps);

/** Provides a service under a token, which others know it by. */
export const provideAs = <T, const W extends Wanted>(
  target: Token<T>,
  service: new (...parts: Parts<W>) => NoInfer<T>,
  deps: W,
): Provider => provide(target, deps, (...parts: Parts<W>) => new service(...parts));

/** Provides a value that exists already. */
export const provideValue = <T>(target: Token<T>, value: NoInfer<T>): Provider =>
  provide(target, [], () => value);
