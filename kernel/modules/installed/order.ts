import { type DiscoveredModule, ModuleError } from './discovery.ts';

/** Modules so that each comes after what it requires; a missing one or a cycle is refused by name. */
export function inBootOrder(modules: readonly DiscoveredModule[]): readonly DiscoveredModule[] {
  const byId = new Map(modules.map((module) => [module.declaration.id, module]));
  const sorted: DiscoveredModule[] = [];
  const visit = (module: DiscoveredModule, path: readonly string[]): void => {
    const { id, requires = [] } = module.declaration;
    if (sorted.includes(module)) return;
    if (path.includes(id))
      throw new ModuleError(
        `modules require each other in a cycle: ${[...path, id].join(' -> ')} (${module.file})`,
      );
    for (const name of requires) {
      const next = byId.get(name);
      if (!next)
        throw new ModuleError(`${module.file}: module "${id}" requires "${name}", which is not there`);
      visit(next, [...path, id]);
    }
    sorted.push(module);
  };
  for (const module of modules) visit(module, []);
  return sorted;
}

/** Keeps the named modules; all of them without names. */
export function selected(
  modules: readonly DiscoveredModule[],
  names: readonly string[],
  isProduction: boolean,
): readonly DiscoveredModule[] {
  const unknown = names.filter((name) => !modules.some(({ declaration }) => declaration.id === name));
  if (unknown.length > 0)
    throw new ModuleError(`PATCHBAY_MODULES names unknown modules: ${unknown.join(', ')}`);
  return modules.filter(
    ({ declaration }) =>
      (names.length === 0 || names.includes(declaration.id)) &&
      !(isProduction && declaration.developmentOnly === true),
  );
}

/** Ids of modules that a module may take dependencies from: those it requires, directly or not. */
export function reachable(modules: readonly DiscoveredModule[], id: string): ReadonlySet<string> {
  const byId = new Map(modules.map(({ declaration }) => [declaration.id, declaration]));
  const seen = new Set<string>();
  const visit = (name: string): void => {
    for (const next of byId.get(name)?.requires ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
    }
  };
  visit(id);
  return seen;
}
