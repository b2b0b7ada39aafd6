import { type Dependency, type Public, type Service, type Token, tokenOf, type Values } from './token.ts';

/** A frozen recipe for one dependency. Only the kernel checks, creates and disposes it. */
export interface Provider {
  readonly token: Token<unknown>;
  readonly deps: readonly Token<unknown>[];
  // biome-ignore lint/suspicious/noExplicitAny: recipes of different types stand in one list
  readonly create: (...values: any[]) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly dispose?: (value: any) => void | Promise<void>;
}

/** Declares a service whose constructor takes exactly what it depends on. */
export function provide<const D extends readonly Dependency<unknown>[]>(
  service: new (...parts: Values<D>) => unknown,
  deps: D,
): Provider;
/** Declares how a service is made, or replaced by a plain object with all of its methods. */
export function provide<T, const D extends readonly Dependency<unknown>[]>(
  service: Service<T>,
  deps: D,
  create: (...values: Values<D>) => Public<NoInfer<T>> | Promise<Public<NoInfer<T>>>,
  dispose?: (value: T) => void | Promise<void>,
): Provider;
/** Declares how a token's value is made; a value that lacks a method of `T` does not compile. */
export function provide<T, const D extends readonly Dependency<unknown>[]>(
  target: Token<T>,
  deps: D,
  create: (...values: Values<D>) => NoInfer<T> | Promise<NoInfer<T>>,
  dispose?: (value: T) => void | Promise<void>,
): Provider;
export function provide(
  target: Dependency<unknown>,
  deps: readonly Dependency<unknown>[],
  create: Provider['create'] = (...parts) => Reflect.construct(target as Service<unknown>, parts),
  dispose?: Provider['dispose'],
): Provider {
  return Object.freeze({
    token: tokenOf(target),
    deps: deps.map(tokenOf),
    create,
    ...(dispose ? { dispose } : {}),
  });
}

/** Provides a value that exists already. */
export const provideValue = <T>(target: Token<T>, value: NoInfer<T>): Provider =>
  provide(target, [], () => value);
