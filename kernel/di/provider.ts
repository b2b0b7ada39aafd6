import type { Token, Values } from './token.ts';

/** A frozen recipe for one dependency. The kernel checks, creates and disposes it; nobody else does. */
export interface Provider {
  readonly token: Token<unknown>;
  readonly deps: readonly Token<unknown>[];
  // biome-ignore lint/suspicious/noExplicitAny: recipes of different types stand in one list
  readonly create: (...values: any[]) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly dispose?: (value: any) => void | Promise<void>;
}

/** Declares how a token's value is made; a value that lacks a method of `T` does not compile. */
export function provide<T, const D extends readonly Token<unknown>[]>(
  target: Token<T>,
  deps: D,
  create: (...values: Values<D>) => NoInfer<T> | Promise<NoInfer<T>>,
  dispose?: (value: T) => void | Promise<void>,
): Provider {
  return Object.freeze({ token: target, deps, create, ...(dispose ? { dispose } : {}) });
}

/** Provides a value that exists already. */
export const provideValue = <T>(target: Token<T>, value: NoInfer<T>): Provider =>
  provide(target, [], () => value);
