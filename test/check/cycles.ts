import { type Graph, knots } from './knots.ts';
import { packageNameOf, type SourceTree, targetOf } from './source-tree.ts';

/** No file reaches itself by imports. A cycle of types alone is a cycle too, and said to be one. */
export function checkFileCycles(tree: SourceTree): readonly string[] {
  const values = knots(fileGraph(tree, false));
  const known = new Set(values.flat());
  const types = knots(fileGraph(tree, true)).filter((knot) => !knot.every((file) => known.has(file)));
  return [
    ...values.map((cycle) => `cycle of imports: ${[...cycle, cycle[0]].join(' → ')}`),
    ...types.map((cycle) => `cycle of type imports: ${[...cycle, cycle[0]].join(' → ')}`),
  ];
}

/** No package reaches itself by imports, through contracts neither. Tests may look anywhere. */
export function checkPackageCycles(tree: SourceTree): readonly string[] {
  const graph = new Map<string, Set<string>>();
  const where = new Map<string, string>();
  for (const file of tree.files.values()) {
    if (file.isTest) continue;
    const from = file.package.name;
    for (const { specifier, line } of file.imports) {
      const to = packageNameOf(specifier);
      if (specifier.startsWith('.') || to === from || !tree.packages.has(to)) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
      if (!where.has(`${from} ${to}`)) where.set(`${from} ${to}`, `${file.path}:${line}`);
    }
  }
  const arrows = new Map([...graph].map(([from, to]) => [from, [...to]]));
  return knots(arrows).map((cycle) => {
    const steps = cycle.map((from, index) => {
      const to = cycle[(index + 1) % cycle.length];
      return `${from} → ${to} (${where.get(`${from} ${to}`)})`;
    });
    return `cycle of packages: ${steps.join(', ')}`;
  });
}

function fileGraph(tree: SourceTree, withTypes: boolean): Graph {
  const graph = new Map<string, readonly string[]>();
  for (const file of tree.files.values()) {
    const kept = file.imports.filter((one) => withTypes || !one.typeOnly);
    const targets = kept.flatMap((one) => targetOf(tree, file, one.specifier) ?? []);
    graph.set(
      file.path,
      [...new Set(targets)].filter((target) => tree.files.has(target)),
    );
  }
  return graph;
}
