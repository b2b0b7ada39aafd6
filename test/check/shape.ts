import { posix } from 'node:path';
import type { SourceTree } from './source-tree.ts';

/** Most sources in one folder; a folder of tests may hold twice as many. */
const MAX_SOURCES = 15;
const MAX_TESTS = 30;
const MAX_LINES = 300;

/** Parts of a module: each a file of this name in its root, or a folder as soon as there are several. */
const PARTS = new Set([
  'commands',
  'config',
  'contributions',
  'errors',
  'events',
  'jobs',
  'listeners',
  'operations',
  'parts',
  'permissions',
  'providers',
  'routes',
  'schemas',
  'sockets',
  'tokens',
  'vendor',
]);
/** Files of a root that are never folders, and folders that are never files. `contract/` holds parts of `contract.ts`. */
const FILES = new Set(['contract', 'index']);
const FOLDERS = new Set([
  'console',
  'contract',
  'docs',
  'entities',
  'migrations',
  'payload-data',
  'services',
  'test',
  'vendor-data',
]);
/** The console itself holds its shell, its kit, which is a package of its own, and what builds them. */
const OF_CONSOLE = new Set(['app', 'build', 'kit']);
const CONSOLE = 'modules/console';
/** Folders whose `index.ts` lists what they hold. */
const LISTED = ['entities', 'migrations'];

/** Folders and files stay small enough to be read at a glance, and every module has the shape that modules/README.md describes. */
export function checkShape(tree: SourceTree): readonly string[] {
  return [
    ...overfull(tree),
    ...overlong(tree),
    ...[...tree.packages.values()].flatMap(({ folder }) => {
      const isBelowModules = posix.dirname(folder) === 'modules';
      const index = tree.files.get(`${folder}/index.ts`);
      if (index && (isBelowModules || index.modules.length > 0)) return misshapen(tree, folder);
      return isBelowModules ? libraryWithout(tree, folder) : [];
    }),
  ];
}

function overfull(tree: SourceTree): readonly string[] {
  const counts = new Map<string, { count: number; most: number }>();
  for (const { path, isTest } of tree.files.values()) {
    const folder = posix.dirname(path);
    const found = counts.get(folder) ?? { count: 0, most: isTest ? MAX_TESTS : MAX_SOURCES };
    counts.set(folder, { ...found, count: found.count + 1 });
  }
  return [...counts]
    .filter(([, { count, most }]) => count > most)
    .map(
      ([folder, { count, most }]) => `${folder} holds ${count} sources, at most ${most}: part it by subject`,
    );
}

const overlong = (tree: SourceTree): readonly string[] =>
  [...tree.files.values()].flatMap(({ path, lines }) =>
    lines > MAX_LINES ? [`${path} has ${lines} lines, at most ${MAX_LINES}: part it by subject`] : [],
  );

function misshapen(tree: SourceTree, folder: string): readonly string[] {
  const paths = [...tree.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  const inside = paths.map((path) => path.slice(folder.length + 1).split('/'));
  const files = new Set(
    inside.filter(({ length }) => length === 1).map(([name = '']) => name.replace(/\.tsx?$/, '')),
  );
  const folders = new Set(inside.filter(({ length }) => length > 1).map(([name = '']) => name));
  const isDeclared = (tree.files.get(`${folder}/index.ts`)?.modules.length ?? 0) === 1;
  return [
    ...(isDeclared ? [] : [`${folder}/index.ts declares no module`]),
    ...[...files]
      .filter((name) => !PARTS.has(name) && !FILES.has(name))
      .map((name) => `${folder}/${name}.ts is no part of a module: see modules/README.md`),
    ...[...folders]
      .filter((name) => !PARTS.has(name) && !FOLDERS.has(name))
      .filter((name) => folder !== CONSOLE || !OF_CONSOLE.has(name))
      .map((name) => `${folder}/${name}/ is no part of a module: see modules/README.md`),
    ...[...files]
      .filter((name) => folders.has(name) && !FILES.has(name))
      .map((name) => `${folder}/${name} is a file and a folder: put the file into the folder`),
    ...LISTED.filter((name) => folders.has(name) && !paths.includes(`${folder}/${name}/index.ts`)).map(
      (name) => `${folder}/${name}/ has no index.ts that lists it`,
    ),
  ];
}

/** A package without `index.ts` is a library of modules: `contract.ts` is its door, and a README says what it is for. */
function libraryWithout(tree: SourceTree, folder: string): readonly string[] {
  return [
    ...(tree.files.has(`${folder}/contract.ts`) ? [] : [`${folder} has neither index.ts nor contract.ts`]),
    ...(tree.documents.includes(`${folder}/README.md`) ? [] : [`${folder} has no README.md`]),
  ];
}
