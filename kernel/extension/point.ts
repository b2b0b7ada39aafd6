import { type Deps, type Resolved, type Token, token } from '../di/index.ts';

/** A named place where modules add values to another module's feature. */
export interface ExtensionPoint<T> {
  readonly id: string;
  /** The owner's dependency: a live list of what enabled modules contribute. */
  readonly all: Token<Contributions<T>>;
  /** Contributions of modules that are switched off appear too. */
  readonly whileOff?: boolean;
}

/** Live view of the contributed values; modules switched off do not appear, unless their point says so. */
export interface Contributions<T> {
  readonly values: readonly T[];
  /** Rises whenever a module is switched on or off, so that owners can keep indexes. */
  readonly version: number;
}

/** A value on its way to a point; inert when no module owns the point. */
export interface Contribution {
  readonly point: string;
  readonly whileOff: boolean;
  readonly deps: Deps;
  // biome-ignore lint/suspicious/noExplicitAny: recipes of different types stand in one list
  readonly create: (deps: any) => unknown;
}

export const extensionPoint = <T>(
  id: string,
  options: Pick<ExtensionPoint<T>, 'whileOff'> = {},
): ExtensionPoint<T> => ({ id, all: token(`extension.${id}`), ...options });

/** Adds plain values to a point: `contributes: [...contribute(AI_TOOLS, getSites)]`. */
export const contribute = <T>(
  point: ExtensionPoint<T>,
  ...values: readonly NoInfer<T>[]
): readonly Contribution[] => values.map((value) => contributeWith(point, {}, () => value));

/** Adds a value that needs dependencies of its own module; made once, after all providers exist. */
export const contributeWith = <T, D extends Deps>(
  point: ExtensionPoint<T>,
  deps: D,
  create: (deps: Resolved<D>) => NoInfer<T>,
): Contribution => Object.freeze({ point: point.id, whileOff: point.whileOff ?? false, deps, create });
