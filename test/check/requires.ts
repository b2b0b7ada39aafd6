import { knots } from './knots.ts';
import { packageNameOf, type SourceTree } from './source-tree.ts';
import { tablesNamed } from './tables.ts';

const PACKAGE = '@patchbay/module-';

/**
 * No module requires itself by way of others, and every module required is there. A module requires those whose
 * contracts it imports and those whose tables it names, and no other; those to which it only contributes are said apart.
 */
export function checkRequires(tree: SourceTree): readonly string[] {
  const fileOf = new Map<string, string>();
  const graph = new Map<string, readonly string[]>();
  const problems: string[] = [];
  for (const { path, id, requires, line } of modulesOf(tree)) {
    const other = fileOf.get(id);
    if (other !== undefined) problems.push(`${path}:${line} and ${other} both define the module ${id}`);
    fileOf.set(id, path);
    graph.set(id, requires);
  }
  for (const [id, requires] of graph) {
    const missing = requires.filter((one) => !graph.has(one));
    problems.push(...missing.map((one) => `${fileOf.get(id)} requires ${one}, which no module is`));
  }
  const paths = (cycle: readonly string[]) =>
    [...cycle, cycle[0] ?? ''].map((id) => `${id} (${fileOf.get(id)})`);
  problems.push(...differing(tree));
  return [...problems, ...knots(graph).map((cycle) => `cycle of requires: ${paths(cycle).join(' → ')}`)];
}

function differing(tree: SourceTree): readonly string[] {
  const imported = contractsImported(tree);
  const named = tablesNamed(tree);
  return modulesOf(tree).flatMap(({ path, id, requires, contributesTo }) => {
    const used = imported.get(id) ?? new Map<string, string>();
    const listed = [...requires, ...contributesTo];
    const missing = [...used].filter(([other]) => !listed.includes(other));
    const idle = requires.filter((other) => !used.has(other) && !named.get(id)?.has(other));
    const unused = contributesTo.filter((other) => !used.has(other) || requires.includes(other));
    return [
      ...missing.map(
        ([other, at]) => `${at} imports the contract of ${other}, which ${path} does not require`,
      ),
      ...idle.map(
        (other) => `${path} requires ${other}, of which it neither imports the contract nor names a table`,
      ),
      ...unused.map((other) => `${path} contributes to ${other}, which it requires or never imports`),
    ];
  });
}

const modulesOf = (tree: SourceTree) =>
  [...tree.files.values()].flatMap((file) =>
    file.isTest ? [] : file.modules.map((declaration) => ({ ...declaration, path: file.path })),
  );

/** Which contracts a module imports, each with the place of one import. */
function contractsImported(tree: SourceTree): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const file of tree.files.values()) {
    if (file.isTest || !file.package.name.startsWith(PACKAGE)) continue;
    const id = file.package.name.slice(PACKAGE.length);
    const contracts = found.get(id) ?? new Map<string, string>();
    found.set(id, contracts);
    for (const { specifier, line } of file.imports) {
      const name = packageNameOf(specifier);
      const other = name.slice(PACKAGE.length);
      if (name.startsWith(PACKAGE) && other !== id && !contracts.has(other))
        contracts.set(other, `${file.path}:${line}`);
    }
  }
  return found;
}
