import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from '../format.ts';
import { generateModule } from '../generate.ts';
import { PARTS, type Part } from '../parts.ts';

/** A module for each part alone, one with none and one with all. */
export const KINDS: Readonly<Record<string, readonly Part[]>> = {
  'plain-racks': [],
  ...Object.fromEntries(PARTS.map((part) => [`${part}-racks`, [part]])),
  'full-racks': PARTS,
};

interface Test {
  teardown(work: () => unknown): unknown;
}

/** Below the repository, so that the packages they import are found; git and the checks leave it alone. */
export async function generatedFolder(t: Test): Promise<string> {
  const folder = join(import.meta.dirname, '..', '.generated', `${process.pid}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '..', '.gitignore'), '*\n');
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes one module of each kind there, as the command does. Throws when they cannot be formatted. */
export async function generateKinds(folder: string): Promise<void> {
  for (const [id, parts] of Object.entries(KINDS)) await generateModule(folder, id, parts);
  const complaint = format(folder, ['--vcs-use-ignore-file=false']);
  if (complaint !== null) throw new Error(complaint);
}

/** The compiler's, without the loaders that tests run under. */
export async function complaintsOfTypes(folder: string, config: object): Promise<string> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
  const plain = ['-u', 'NODE_OPTIONS', process.execPath];
  const child = spawn('env', [...plain, tsc, '--noEmit', '-p', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += String(text);
  });
  await once(child, 'close');
  return child.exitCode === 0 ? said : said || `tsc ended with ${child.exitCode}`;
}
