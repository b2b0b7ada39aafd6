import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleDeclaration } from '../define-module.ts';

/** A module and the file it was read from, so that refusals can name it. */
export interface DiscoveredModule {
  readonly declaration: ModuleDeclaration;
  readonly file: string;
}

export class ModuleError extends Error {
  override readonly name = 'ModuleError';
}

interface PackageFile {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly patchbay?: { readonly module?: string };
}

/**
 * Finds modules: every folder of `modules/` with an `index.ts`, and every installed dependency of the root
 * package whose `package.json` says `"patchbay": {"module": "./entry.js"}`.
 */
export async function discoverModules(
  root: string,
  names: readonly string[] = [],
): Promise<readonly DiscoveredModule[]> {
  const files = [...(await ownFiles(join(root, 'modules'), names)), ...(await installedFiles(root))];
  return Promise.all(files.map(load));
}

/** A module's folder has its id as name, so that modules which are not wanted are not even read. */
async function ownFiles(folder: string, wanted: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)))
      .map(async ({ name }) => {
        const names = await readdir(join(folder, name));
        return names.includes('index.ts') ? [join(folder, name, 'index.ts')] : [];
      }),
  );
  return found.flat().sort();
}

async function installedFiles(root: string): Promise<readonly string[]> {
  const own = await readPackage(join(root, 'package.json'));
  const found = await Promise.all(
    Object.keys(own?.dependencies ?? {}).map(async (name) => {
      const folder = join(root, 'node_modules', name);
      const entry = (await readPackage(join(folder, 'package.json')))?.patchbay?.module;
      return entry === undefined ? [] : [join(folder, entry)];
    }),
  );
  return found.flat().sort();
}

async function readPackage(file: string): Promise<PackageFile | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PackageFile;
  } catch {
    return null;
  }
}

async function load(file: string): Promise<DiscoveredModule> {
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(file).href);
  } catch (error) {
    throw new ModuleError(
      `${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  if (!isDeclaration(loaded.default))
    throw new ModuleError(`${file} does not export a module by default (defineModule)`);
  return { declaration: loaded.default, file };
}

const isDeclaration = (value: unknown): value is ModuleDeclaration =>
  typeof value === 'object' && value !== null && 'id' in value && 'prefixes' in value && 'status' in value;
