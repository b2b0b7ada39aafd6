import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ImportGraph } from './import-graph.ts';

/** A test file, and the first of the changed files that it can reach. */
export interface Reached {
  readonly file: string;
  readonly changed: string;
}

/** They look at every module, by its declaration or by its source. */
const OF_ALL_MODULES = ['test/sweeps/', 'test/openapi/', 'test/contract/', 'test/check/', 'test/new-module/'];
const PLATFORM = 'kernel/modules/index.ts';
/** A change of these can change every test. */
const OF_ALL = /^(?:package(?:-lock)?\.json|tsconfig\.json|\.taprc|test\/run\.ts|test\/run\/[^/]+\.ts)$/;

/**
 * The test files that can reach one of the changed files: by what they import; by the index of their own module; and,
 * where they boot a platform, by the indexes of the modules whose routes or words they name. What is no source counts
 * for the tests of its package.
 */
export function reachedBy(
  root: string,
  tests: readonly string[],
  changed: readonly string[],
): readonly Reached[] {
  const graph = new ImportGraph(root);
  const modules = new NamedModules(root);
  return tests.flatMap((file) => {
    const loaded = loadedBy(graph, modules, file);
    const found = changed.find(
      (path) =>
        loaded.has(path) ||
        OF_ALL.test(path) ||
        isShown(path, file) ||
        (!path.endsWith('.ts') && isBeside(path, file)),
    );
    return found === undefined ? [] : [{ file, changed: found }];
  });
}

function loadedBy(graph: ImportGraph, modules: NamedModules, file: string): ReadonlySet<string> {
  const own = posix.join(file.split('/').slice(0, 2).join('/'), 'index.ts');
  const imported = graph.closureOf(file.startsWith('modules/') ? [file, own] : [file]);
  if (!imported.has(PLATFORM)) return imported;
  const named = OF_ALL_MODULES.some((folder) => file.startsWith(folder))
    ? modules.all
    : [...imported].filter(isOfTests).flatMap((path) => modules.namedIn(path));
  return graph.closureOf([...imported, ...named]);
}

interface Module {
  readonly index: string;
  readonly words: RegExp;
}

/** The modules, and which of them a file names: by a path of theirs, their id or their vendor. */
class NamedModules {
  readonly #root: string;
  readonly #modules: readonly Module[];
  readonly #named = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
    this.#modules = globSync('modules/*/index.ts', { cwd: root }).map((index) => this.#read(index));
  }

  get all(): readonly string[] {
    return this.#modules.map(({ index }) => index);
  }

  namedIn(path: string): readonly string[] {
    let found = this.#named.get(path);
    if (found === undefined) {
      const text = readFileSync(join(this.#root, path), 'utf8');
      found = this.#modules.filter(({ words }) => words.test(text)).map(({ index }) => index);
      this.#named.set(path, found);
    }
    return found;
  }

  #read(index: string): Module {
    const text = readFileSync(join(this.#root, index), 'utf8');
    const prefixes = /prefixes: \[([^\]]*)\]/.exec(text)?.[1]?.match(/'[^']*'/g) ?? [];
    const paths = prefixes
      .map((prefix) => prefix.slice(1, -1).replace('*', ''))
      .filter((path) => path !== '/');
    const id = posix.basename(dirname(index));
    const words = [
      ...paths.map((path) => `${path}\\b`),
      `'${id}[.']`,
      `vendor: '${id.replace('vendor-', '')}'`,
    ];
    return { index, words: new RegExp(words.join('|')) };
  }
}

/** Not the lab, which is imported whole and knows every vendor. */
const isOfTests = (path: string): boolean => /(^|\/)test\/(?!lab\/[^t])/.test(path) && path.endsWith('.ts');

/** Code of browsers is loaded by no test: those of the console and those in a browser see what it does. */
const isShown = (path: string, file: string): boolean =>
  /^modules\/([^/]+\/console|console\/(app|kit))\//.test(path) &&
  /^(test\/browser|modules\/console)\//.test(file);

/** Below the same folder of the kernel, the modules or the tests, or in the same package. */
const isBeside = (path: string, file: string): boolean => packageOf(path) === packageOf(file);

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, /^(kernel|modules|test)\//.test(path) ? 2 : 1)
    .join('/');
