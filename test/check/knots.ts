/** What each node leads to. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** One shortest cycle of every strongly connected part of a graph, in a stable order. */
export function knots(graph: Graph): readonly (readonly string[])[] {
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
