import { checkBoundaries } from './boundaries.ts';
import { checkClient } from './client.ts';
import { checkConfined } from './confined.ts';
import { checkFileCycles, checkPackageCycles } from './cycles.ts';
import { checkLayers, readLayers } from './layers.ts';
import { checkLock } from './lock.ts';
import { checkReferences } from './references.ts';
import { checkRequires } from './requires.ts';
import { runTool } from './run-tool.ts';
import { checkShape } from './shape.ts';
import { readTree, repositoryRoot } from './source-tree.ts';
import { checkTables } from './tables.ts';

type Check = () => readonly string[];

const root = repositoryRoot;
let read: ReturnType<typeof readTree> | undefined;
const tree = () => {
  read ??= readTree(root);
  return read;
};

const checks: Readonly<Record<string, Check>> = {
  types: () => runTool(root, 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json']),
  'console-types': () =>
    runTool(root, 'typescript/bin/tsc', ['--noEmit', '-p', 'modules/console/tsconfig.json']),
  lint: () => runTool(root, '@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  sources: () => tree().unreadable,
  layers: () => checkLayers(tree(), readLayers(root)),
  boundaries: () => checkBoundaries(tree()),
  cycles: () => [...checkFileCycles(tree()), ...checkPackageCycles(tree())],
  requires: () => checkRequires(tree()),
  shape: () => checkShape(tree()),
  tables: () => checkTables(tree()),
  confined: () => checkConfined(tree()),
  references: () => checkReferences(root, tree()),
  lock: () => checkLock(root),
  client: () => checkClient(root),
};

/** `npm run check`: all checks in order, or those named. */
function main(names: readonly string[]): boolean {
  const unknown = names.filter((name) => checks[name] === undefined);
  if (unknown.length > 0) {
    console.log(`no such check: ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`);
    return false;
  }
  const chosen = Object.entries(checks).filter(([name]) => names.length === 0 || names.includes(name));
  return chosen.map(([name, check]) => runCheck(name, check)).every(Boolean);
}

function runCheck(name: string, check: Check): boolean {
  const start = performance.now();
  const problems = check();
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const verdict = problems.length === 0 ? 'ok' : 'FAILED';
  console.log(`${verdict.padEnd(6)} ${name} (${seconds} s)`);
  for (const problem of problems) console.log(problem.replace(/^/gm, '       '));
  return problems.length === 0;
}

process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
