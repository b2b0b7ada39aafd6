/** Names that lead to the machinery of objects instead of data (RULES R16). */
export const FORBIDDEN_STEPS: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);
const ARRAY_INDEX = /^(0|[1-9]\d{0,8})$/;

/** Longest dotted path that is looked up. */
export const MAX_PATH_LENGTH = 500;

export const parsePath = (text: string): readonly string[] => text.split('.');

/**
 * Follows own properties and canonical array indexes; `undefined` when a step leads nowhere. Strings,
 * inherited members and `length` are no places to step to.
 */
export function lookUp(root: unknown, path: readonly string[]): unknown {
  let at: unknown = root;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || FORBIDDEN_STEPS.has(step)) return undefined;
    if (Array.isArray(at)) {
      if (!ARRAY_INDEX.test(step)) return undefined;
      at = at[Number(step)];
    } else {
      if (!Object.hasOwn(at, step)) return undefined;
      at = (at as Record<string, unknown>)[step];
    }
  }
  return typeof at === 'function' ? undefined : at;
}
