/** A module as far as it matters for switching it. */
export interface SwitchedModule {
  readonly id: string;
  readonly title: string;
  readonly enabled: boolean;
  readonly prefixes: readonly string[];
  /** Modules that require it. */
  readonly required_by: readonly string[];
}

export interface WhatStops<M extends SwitchedModule> {
  /** Modules that are on and need it, by way of others too; not the module itself. */
  readonly modules: readonly M[];
  /** Paths of the API that answer 404 from then on, its own first. */
  readonly prefixes: readonly string[];
}

/** Parts that stop when a module is switched off. */
export function whatStops<M extends SwitchedModule>(all: readonly M[], id: string): WhatStops<M> {
  const stopped = new Set([id]);
  for (const each of stopped)
    for (const other of all.find((module) => module.id === each)?.required_by ?? []) stopped.add(other);
  stopped.delete(id);
  const modules = all.filter((module) => module.enabled && stopped.has(module.id));
  const own = all.filter((module) => module.id === id);
  return { modules, prefixes: [...own, ...modules].flatMap(({ prefixes }) => prefixes) };
}

/** Modules that it needs and that are off: it stays off until they are on. */
export const missingFor = <M extends SwitchedModule>(all: readonly M[], id: string): readonly M[] =>
  all.filter(({ enabled, required_by }) => !enabled && required_by.includes(id));
