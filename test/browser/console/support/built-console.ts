import { execFile } from 'node:child_process';
import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const CONSOLE = join(ROOT, 'modules', 'console');
const MANIFEST = join(CONSOLE, 'dist', 'manifest.json');
const SOURCES = [
  'modules/*/console/**/*.{ts,tsx,css}',
  'modules/console/{app,kit,build}/**/*.{ts,tsx,css}',
  'modules/client/{generated,contract}/**/*.ts',
];

/** A page as the build lists it. */
export interface BuiltPage {
  readonly module: string;
  readonly path: string;
  readonly title: { readonly en: string; readonly de: string };
  readonly permission?: string | readonly string[];
  readonly role?: string;
}

export interface BuiltConsole {
  readonly pages: readonly BuiltPage[];
  readonly entry: string;
  readonly preload: readonly string[];
  readonly styles: readonly string[];
  readonly assets: Readonly<Record<string, { readonly bytes: number; readonly br?: number }>>;
}

/** The build that the platform serves; made anew where a source is younger, as after an edit. */
export async function builtConsole(): Promise<BuiltConsole> {
  if (await isStale())
    await promisify(execFile)(process.execPath, [join(CONSOLE, 'build', 'main.ts')], { cwd: ROOT });
  return JSON.parse(await readFile(MANIFEST, 'utf8')) as BuiltConsole;
}

async function isStale(): Promise<boolean> {
  const built = await stat(MANIFEST).catch(() => null);
  if (built === null) return true;
  for (const pattern of SOURCES)
    for await (const path of glob(pattern, {
      cwd: ROOT,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    }))
      if ((await stat(join(ROOT, path))).mtimeMs > built.mtimeMs) return true;
  return false;
}
