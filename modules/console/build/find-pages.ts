import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConsoleContribution, ConsolePage } from '@patchbay/console-kit/page';
import type { DiscoveredModule } from '@patchbay/kernel/modules';

/** Thrown for pages that cannot be built; the message names their files. */
export class PagesError extends Error {
  override readonly name = 'PagesError';
}

/** Pages of one module and the file that lists them. */
export interface FoundPages {
  readonly module: string;
  readonly file: string;
  readonly pages: readonly ConsolePage[];
  readonly contributions: readonly ConsoleContribution[];
}

/** `console/pages.ts` of own modules, and `console/pages.js` of installed ones, whose code Node runs as it is. */
const NAMES = ['pages.ts', 'pages.js'];

/** Imports the list of pages of every module that has one. Components are not loaded. */
export async function findPages(
  root: string,
  modules: readonly DiscoveredModule[],
): Promise<readonly FoundPages[]> {
  const found = await Promise.all(
    modules.map(async ({ declaration, file }) => {
      const listed = NAMES.map((name) => join(packageFolder(file), 'console', name)).find(existsSync);
      return listed === undefined ? [] : [await read(root, declaration.id, listed)];
    }),
  );
  return found.flat();
}

/** An installed module's entry may stand in a folder of its package. */
function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

async function read(root: string, module: string, file: string): Promise<FoundPages> {
  const loaded = (await import(pathToFileURL(file).href)) as {
    readonly pages?: unknown;
    readonly contributions?: unknown;
  };
  const { pages = [], contributions = [] } = loaded;
  if (!isList<ConsolePage>(pages) || !isList<ConsoleContribution>(contributions))
    throw new PagesError(
      `${relative(root, file)}: pages and contributions are lists of definePage and contributePart`,
    );
  if (pages.length + contributions.length === 0)
    throw new PagesError(`${relative(root, file)} exports neither pages nor contributions`);
  return { module, file, pages, contributions };
}

const isList = <T>(value: unknown): value is readonly T[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null);
