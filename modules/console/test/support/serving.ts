import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootPlatform, type Harness } from '@patchbay/test/harness';
import type { Test } from 'tap';
import { writeDist } from '../../build/write-dist.ts';

const encoded = (text: string): Uint8Array => Buffer.from(text);

/** Text that compresses well. */
export const MAIN = 'export const main = 1;\n'.repeat(500);

/** Contents by name, as the bundler would give them. */
export const FILES: ReadonlyMap<string, Uint8Array> = new Map([
  ['main-a1.js', encoded(MAIN)],
  ['shared-b2.js', encoded('export const shared = 2;\n'.repeat(100))],
  ['main-c3.css', encoded('.a { color: red }\n'.repeat(100))],
  ['icon-d4.svg', encoded('<svg xmlns="http://www.w3.org/2000/svg"/>')],
]);

/** Writes a build of these files into the folder. */
export const writeBuild = (dist: string, files = FILES, entry = 'main-a1.js') =>
  writeDist(
    dist,
    { files, entry, styles: ['main-c3.css'], preload: ['shared-b2.js'], icon: 'icon-d4.svg' },
    [],
  );

/** A folder that ends with the test. */
export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-console-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A platform that serves the console from this folder. */
export const bootServing = (t: Test, dist: string): Promise<Harness> =>
  bootPlatform(t, { environment: { CONSOLE_DIST: dist } });
