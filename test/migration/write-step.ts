import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const EMPTY_LIST = '\nexport const migrations = [];\n';

/** A name that no step can have. */
export class BadStepName extends Error {
  override readonly name = 'BadStepName';
}

/** Writes the next step of a module, and its place in the module's list; answers the files. */
export async function writeStep(
  moduleFolder: string,
  module: string,
  name: string,
  statements: readonly string[],
): Promise<readonly string[]> {
  assertStepName(name);
  const folder = join(moduleFolder, 'migrations');
  await mkdir(folder, { recursive: true });
  const title = `${await nextNumber(folder)}-${name}`;
  const value = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const step = join(folder, `${title}.ts`);
  const list = join(folder, 'index.ts');
  const former = await readFile(list, 'utf8').catch(() => EMPTY_LIST);
  await writeFile(step, stepText(value, `${module}.${title}`, statements));
  await writeFile(list, listWith(former, value, title));
  return [step, list];
}

/** Throws `BadStepName` unless the name is lower case words, joined by hyphens. */
export function assertStepName(name: string): void {
  if (!NAME.test(name))
    throw new BadStepName(`"${name}" names no step: lower case words, joined by hyphens, such as add-notes`);
}

async function nextNumber(folder: string): Promise<string> {
  const numbers = (await readdir(folder)).map((file) => Number(/^(\d+)-/.exec(file)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(3, '0');
}

const stepText = (value: string, id: string, statements: readonly string[]): string =>
  `import { migration } from '@patchbay/kernel/database';

export const ${value} = migration(
  '${id}',
${statements.map((statement) => `  ${literal(statement)},\n`).join('')});
`;

const literal = (statement: string): string =>
  /['\n]/.test(statement) ? `\`${statement.replaceAll(/[`\\]|\$\{/g, '\\$&')}\`` : `'${statement}'`;

function listWith(text: string, value: string, title: string): string {
  const at = text.indexOf('\nexport const');
  const items = text
    .slice(at)
    .replace(/,?\s*\];/, `, ${value}];`)
    .replace('[, ', '[');
  return `${text.slice(0, at)}import { ${value} } from './${title}.ts';\n${items}`;
}
