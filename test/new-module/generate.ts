import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertModuleId, BadModuleId, replacementsFor } from './names.ts';
import { type Part, withParts } from './parts.ts';

const TEMPLATE = join(import.meta.dirname, 'template');
const MANIFEST = 'package.json';

/**
 * Writes a module of this id below `folder`, with the parts asked for; answers its files. Throws `BadModuleId` and writes
 * nothing when it cannot.
 */
export async function generateModule(
  folder: string,
  id: string,
  parts: readonly Part[] = [],
): Promise<readonly string[]> {
  assertModuleId(id);
  const target = join(folder, id);
  if (await exists(target)) throw new BadModuleId(`${target} exists already`);
  const replacements = replacementsFor(id);
  const named = (text: string): string =>
    replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const texts = withoutUnused(await templateTexts(new Set(parts)));
  for (const [path, text] of texts) {
    const file = join(target, named(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, named(text));
  }
  return [...texts.keys()].map((path) => join(target, named(path)));
}

/** Texts by the path at which they are written. */
async function templateTexts(parts: ReadonlySet<Part>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of await templateFiles()) {
    const text = withParts(await readFile(join(TEMPLATE, path), 'utf8'), parts);
    if (text !== null) texts.set(path.replace(/\.template$/, ''), text);
  }
  return texts;
}

/** Takes modules out of the manifest that no file of these parts imports: a manifest bears no marks. */
function withoutUnused(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const manifest = texts.get(MANIFEST) ?? '';
  const sources = [...texts].filter(([path]) => path !== MANIFEST).map(([, text]) => text);
  const used = manifest.split('\n').filter((line) => {
    const name = /^ +"(@patchbay\/module-[a-z-]+)": "\*",$/.exec(line)?.[1];
    return name === undefined || sources.some((text) => text.includes(`'${name}/`));
  });
  return new Map([...texts, [MANIFEST, used.join('\n')]]);
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
