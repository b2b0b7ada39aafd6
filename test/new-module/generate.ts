import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertModuleId, BadModuleId, replacementsFor } from './names.ts';

const TEMPLATE = join(import.meta.dirname, 'template');

/** Writes a module of this id below `folder`; answers its files. Throws `BadModuleId` and writes nothing when it cannot. */
export async function generateModule(folder: string, id: string): Promise<readonly string[]> {
  assertModuleId(id);
  const target = join(folder, id);
  if (await exists(target)) throw new BadModuleId(`${target} exists already`);
  const replacements = replacementsFor(id);
  const named = (text: string): string =>
    replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const files: string[] = [];
  for (const path of await templateFiles()) {
    const file = join(target, named(path).replace(/\.template$/, '.ts'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, named(await readFile(join(TEMPLATE, path), 'utf8')));
    files.push(file);
  }
  return files;
}

async function templateFiles(): Promise<readonly string[]> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(TEMPLATE.length + 1))
    .sort();
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
