import { type SourceTree, targetOf } from './source-tree.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

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

/** No module requires itself by way of others, and every module required is there. */
export function checkRequires(tree: SourceTree): readonly string[] {
  const fileOf = new Map<string, string>();
  const graph = new Map<string, readonly string[]>();
  const problems: string[] = [];
  for (const file of tree.files.values()) {
    if (file.isTest) continue;
    for (const { id, requires, line } of file.modules) {
      const other = fileOf.get(id);
      if (other !== undefined)
        problems.push(`${file.path}:${line} and ${other} both define the module ${id}`);
      fileOf.set(id, file.path);
      graph.set(id, requires);
    }
  }
  for (const [id, requires] of graph) {
    const missing = requires.filter((one) => !graph.has(one));
    problems.push(...missing.map((one) => `${fileOf.get(id)} requires ${one}, which no module is`));
  }
  const paths = (cycle: readonly string[]) =>
    [...cycle, cycle[0] ?? ''].map((id) => `${id} (${fileOf.get(id)})`);
  return [...problems, ...knots(graph).map((cycle) => `cycle of requires: ${paths(cycle).join(' → ')}`)];
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

/** One shortest cycle of every strongly connected part of a graph, in a stable order. */
function knots(graph: Graph): readonly (readonly string[])[] {
  const seen = new Set<string>();
  const cycles: string[][] = [];
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (cycle === undefined) continue;
    const part = reachable(graph, start);
    for (const other of part) if (reachable(graph, other).has(start)) seen.add(other);
    cycles.push(cycle);
  }
  return cycles;
}

function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const node of waiting) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathTo(cameFrom, node, start);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      waiting.push(next);
    }
  }
  return undefined;
}

function pathTo(cameFrom: ReadonlyMap<string, string>, end: string, start: string): string[] {
  const path = [end];
  for (let node = end; node !== start; ) {
    node = cameFrom.get(node) ?? start;
    path.unshift(node);
  }
  return path;
}

function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (const node of waiting) {
    for (const next of graph.get(node) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(next);
    }
  }
  return found;
}
