import { isBuiltin } from 'node:module';
import { acrossAreas, browserArea, forbiddenInBrowser, isOfPages } from './browser-code.ts';
import type { Import } from './read-source.ts';
import { packageNameOf, packageOf, type SourceFile, type SourceTree, targetOf } from './source-tree.ts';

const MODULE = '@patchbay/module-';
/** Tools that write sources: run by their authors only, beside tests. */
const TOOLS = /^modules\/[^/]+\/generate\//;
/** The list of pages, which the build of the console makes. */
const PAGES = 'virtual:patchbay-pages';
const SERVICES = /^modules\/[^/]+\/services\//;

/**
 * Packages meet only by name: no relative import leaves its package, every package imported is declared
 * where it is imported, modules meet in each other's contract, and services know no HTTP. Code of browsers and code of
 * Node stand apart.
 */
export function checkBoundaries(tree: SourceTree): readonly string[] {
  return [...tree.files.values()].flatMap((file) =>
    file.imports.flatMap((one) => {
      const problem = one.specifier.startsWith('.')
        ? relative(tree, file, one)
        : named(tree, file, one.specifier);
      return problem === undefined ? [] : [`${file.path}:${one.line} imports ${one.specifier}: ${problem}`];
    }),
  );
}

function relative(tree: SourceTree, file: SourceFile, { specifier }: Import): string | undefined {
  const target = targetOf(tree, file, specifier) ?? specifier;
  if (packageOf(tree, target) === file.package && !target.startsWith('..'))
    return acrossAreas(file.path, target, file.isTest);
  return `${target} is outside the package of ${manifest(file.package.folder)}`;
}

function named(tree: SourceTree, file: SourceFile, specifier: string): string | undefined {
  const isBrowser = browserArea(file.path) !== undefined && !file.isTest;
  if (isBuiltin(specifier)) return isBrowser ? 'browsers have none of Node' : undefined;
  if (isBrowser && specifier === PAGES) return undefined;
  const name = packageNameOf(specifier);
  const problem = isBrowser ? forbiddenInBrowser(file.path, name) : forbidden(file, specifier, name);
  return problem ?? (isOfPages(file.path) ? undefined : undeclared(tree, file, name));
}

function forbidden(file: SourceFile, specifier: string, name: string): string | undefined {
  const area = file.path.split('/')[0];
  if (name === file.package.name || file.isTest) return undefined;
  if (area === 'kernel' && name.startsWith(MODULE)) return 'the kernel knows no feature';
  if (area === 'plugins-sdk' && (name === '@patchbay/kernel' || name.startsWith(MODULE))) {
    return 'the SDK imports nothing of the platform';
  }
  if (area === 'modules' && name.startsWith(MODULE) && specifier !== `${name}/contract`) {
    return `modules meet in ${name}/contract`;
  }
  if (SERVICES.test(file.path) && specifier === '@patchbay/kernel/http') return 'services know no HTTP';
  return undefined;
}

function undeclared(tree: SourceTree, file: SourceFile, name: string): string | undefined {
  const own = file.package;
  if (name === own.name) return undefined;
  const atRoot = { ...tree.root.dependencies, ...tree.root.devDependencies };
  const forTests = file.isTest || own === tree.root ? { ...atRoot, ...own.devDependencies } : {};
  const forTools = TOOLS.test(file.path) ? own.devDependencies : {};
  const version = { ...forTests, ...forTools, ...own.dependencies }[name];
  if (version === undefined) return `not declared in ${manifest(own.folder)}`;
  if (tree.packages.has(name) && version !== '*') return `${manifest(own.folder)} must declare it as "*"`;
  return undefined;
}

const manifest = (folder: string): string => (folder === '' ? 'package.json' : `${folder}/package.json`);
