import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type ReadSource, readSource } from './read-source.ts';

/** The folders whose sources the rules read. */
const READ = ['kernel', 'modules', 'plugins-sdk', 'sandbox', 'config', 'test'];
const SKIPPED = new Set(['node_modules', 'fixtures', 'coverage', 'generated']);

type Dependencies = Readonly<Record<string, string>>;

/** A package of the repository; `folder` is relative to its root, '' for the root package. */
export interface Package {
  readonly folder: string;
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  /** What its code may import at run time: dependencies, optional and peer ones. */
  readonly dependencies: Dependencies;
  readonly devDependencies: Dependencies;
}

/** A source file; `path` is relative to the root, with forward slashes. */
export interface SourceFile extends ReadSource {
  readonly path: string;
  readonly package: Package;
  readonly isTest: boolean;
}

export interface SourceTree {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly packages: ReadonlyMap<string, Package>;
  readonly root: Package;
  /** Documents for people (`.md`), relative to the root. */
  readonly documents: readonly string[];
  /** Files that do not parse, as problems. */
  readonly unreadable: readonly string[];
}

/** Reads every source file and package of the repository at `root`. */
export function readTree(root: string): SourceTree {
  const paths = READ.flatMap((folder) => pathsBelow(root, folder));
  const manifests = ['package.json', ...paths.filter((path) => posix.basename(path) === 'package.json')];
  const packages = manifests.map((path) => readPackage(root, path));
  const rootPackage = packages[0];
  if (rootPackage === undefined) throw new Error(`no package.json in ${root}`);
  const files = new Map<string, SourceFile>();
  const unreadable: string[] = [];
  for (const path of paths.filter((one) => /\.tsx?$/.test(one))) {
    try {
      const read = readSource(readFileSync(join(root, path), 'utf8'), path.endsWith('.tsx'));
      files.set(path, { ...read, path, package: nearest(packages, path, rootPackage), isTest: isTest(path) });
    } catch (error) {
      unreadable.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const documents = ['README.md', ...paths.filter((path) => path.endsWith('.md'))].filter((path) =>
    existsSync(join(root, path)),
  );
  return {
    files,
    packages: new Map(packages.map((one) => [one.name, one])),
    root: rootPackage,
    documents,
    unreadable,
  };
}

/** The package that a path, of a file or not, belongs to. */
export function packageOf(tree: SourceTree, path: string): Package {
  return nearest([...tree.packages.values()], path, tree.root);
}

/** Where an import leads inside the repository; undefined for a builtin or a package from outside. */
export function targetOf(tree: SourceTree, file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file.path), specifier);
  const name = packageNameOf(specifier);
  const found = tree.packages.get(name);
  const entry = found?.exports[`.${specifier.slice(name.length)}`];
  return found === undefined || entry === undefined ? undefined : posix.join(found.folder, entry);
}

/** `@scope/name/deep` → `@scope/name`. */
export function packageNameOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function isTest(path: string): boolean {
  return path.startsWith('test/') || path.includes('/test/');
}

function nearest(packages: readonly Package[], path: string, root: Package): Package {
  const around = packages.filter((one) => one.folder !== '' && path.startsWith(`${one.folder}/`));
  return around.sort((a, b) => b.folder.length - a.folder.length)[0] ?? root;
}

/** The package that a `package.json` below `root` describes. */
export function readPackage(root: string, path: string): Package {
  const read = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;
  const table = (key: string) => (read[key] ?? {}) as Dependencies;
  const exported = read['exports'];
  const folder = posix.dirname(path);
  return {
    folder: folder === '.' ? '' : folder,
    name: String(read['name'] ?? path),
    exports: typeof exported === 'string' ? { '.': exported } : table('exports'),
    dependencies: {
      ...table('dependencies'),
      ...table('optionalDependencies'),
      ...table('peerDependencies'),
    },
    devDependencies: table('devDependencies'),
  };
}

function pathsBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? pathsBelow(root, path) : [path];
  });
}

/** The repository this file stands in. */
export const repositoryRoot = dirname(dirname(import.meta.dirname));
