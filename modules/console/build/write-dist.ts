import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Asset, Manifest, ManifestPage } from '../services/manifest.ts';
import type { Bundle } from './bundle.ts';
import { compress } from './compress.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Formats that are compressed in themselves. */
const DENSE = new Set(['.png', '.webp', '.woff2']);
/** Endings of the copies that hold a file in another encoding. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Writes the bundle into `dist`. A platform that runs meanwhile never sees half of it: files are complete when they
 * get their names, the manifest that names them comes after them, and what it no longer names goes last. Files of the
 * build before stay for browsers that have its page open.
 */
export async function writeDist(
  dist: string,
  bundle: Bundle,
  pages: readonly ManifestPage[],
): Promise<Required<Manifest>> {
  const fresh = `${dist}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(join(fresh, 'assets'), { recursive: true });
  try {
    const assets = await writeAssets(join(fresh, 'assets'), bundle);
    const { entry, styles, preload, icon } = bundle;
    const former = await formerAssets(dist, assets);
    const manifest = { entry, styles, preload, icon, assets, former, pages };
    await writeFile(join(fresh, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await replace(dist, fresh, { ...assets, ...former });
    return manifest;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function writeAssets(folder: string, { files }: Bundle): Promise<Readonly<Record<string, Asset>>> {
  const written = await Promise.all(
    [...files]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(async ([name, content]) => {
        const ending = extname(name);
        const type = TYPES[ending];
        if (type === undefined)
          throw new Error(`${name} has an ending whose media type write-dist.ts does not know`);
        const copies = DENSE.has(ending) ? { br: null, gzip: null } : await compress(content);
        await writeFile(join(folder, name), content);
        if (copies.br) await writeFile(join(folder, name + ENDINGS.br), copies.br);
        if (copies.gzip) await writeFile(join(folder, name + ENDINGS.gzip), copies.gzip);
        const sizes = {
          ...(copies.br ? { br: copies.br.length } : {}),
          ...(copies.gzip ? { gzip: copies.gzip.length } : {}),
        };
        return [name, { type, bytes: content.length, ...sizes }] as const;
      }),
  );
  return Object.fromEntries(written);
}

/** Files that only the former build has; none where no former build can be read. */
async function formerAssets(dist: string, assets: Manifest['assets']): Promise<Manifest['assets']> {
  const stands: Partial<Manifest> = await readFile(join(dist, 'manifest.json'), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => ({}));
  return Object.fromEntries(
    Object.entries(stands.assets ?? {}).filter(([name]) => !Object.hasOwn(assets, name)),
  );
}

async function replace(dist: string, fresh: string, named: Manifest['assets']): Promise<void> {
  await mkdir(join(dist, 'assets'), { recursive: true });
  for (const name of await readdir(join(fresh, 'assets')))
    await rename(join(fresh, 'assets', name), join(dist, 'assets', name));
  await rename(join(fresh, 'manifest.json'), join(dist, 'manifest.json'));
  const kept = new Set(Object.entries(named).flatMap(([name, asset]) => [name, ...copiesOf(name, asset)]));
  for (const name of await readdir(join(dist, 'assets')))
    if (!kept.has(name)) await rm(join(dist, 'assets', name), { force: true });
}

const copiesOf = (name: string, { br, gzip }: Asset): readonly string[] => [
  ...(br === undefined ? [] : [name + ENDINGS.br]),
  ...(gzip === undefined ? [] : [name + ENDINGS.gzip]),
];
