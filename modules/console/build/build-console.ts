import { discoverModules, permissionMapOf } from '@patchbay/kernel/modules';
import type { Manifest, ManifestPage } from '../services/manifest.ts';
import { bundle } from './bundle.ts';
import { checkPages } from './check-pages.ts';
import { type FoundPages, findPages, PagesError } from './find-pages.ts';
import { writeDist } from './write-dist.ts';

export interface BuildOptions {
  /** Folder of the installation, with `modules/` and `config/`. */
  readonly root: string;
  /** Folder of the shell, with `main.tsx`. */
  readonly app: string;
  readonly dist: string;
  /** Modules whose pages are left out. */
  readonly without?: readonly string[];
}

/** Builds the console with the pages of every installed module; throws `PagesError` for pages that do not fit. */
export async function buildConsole({ root, app, dist, without = [] }: BuildOptions): Promise<Manifest> {
  const modules = await discoverModules(root);
  const shown = modules.filter(({ declaration }) => !without.includes(declaration.id));
  const found = await findPages(root, shown);
  const findings = checkPages(found, {
    root,
    permissions: await permissionMapOf(
      root,
      modules.flatMap(({ declaration }) => declaration.permissions ?? []),
    ),
    modules: new Set(modules.map(({ declaration }) => declaration.id)),
  });
  if (findings.length > 0) throw new PagesError(`pages are declared wrongly:\n  ${findings.join('\n  ')}`);
  return writeDist(dist, await bundle(app, found), found.flatMap(manifestPages));
}

const manifestPages = ({ module, pages }: FoundPages): readonly ManifestPage[] =>
  pages.map(({ path, title, permission, role, needs }) => ({
    module,
    path,
    title,
    ...(permission === undefined ? {} : { permission }),
    ...(role === undefined ? {} : { role }),
    ...(needs === undefined ? {} : { needs }),
  }));
