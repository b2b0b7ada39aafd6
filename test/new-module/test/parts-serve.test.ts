import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { generatedFolder, generateKinds, KINDS } from './generated.ts';

type OwnTest = (t: Test) => Promise<void>;

const folder = await generatedFolder(t);
await generateKinds(folder);

/** A generated module's own test as a function, told where the module is: the platform looks in one folder only. */
async function ownTest(id: string): Promise<OwnTest> {
  const at = JSON.stringify(join(folder, id, 'index.ts'));
  const text = await readFile(join(folder, id, 'test', `${id}.test.ts`), 'utf8');
  const lines = text
    .replace("import t from 'tap';\n", '')
    .replace('bootPlatform(t)', `bootPlatform(t, { modules: [{ declaration, file: ${at} }] })`)
    .split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const body = lines.filter((line) => !line.startsWith('import '));
  const told = join(folder, id, 'test', 'told.ts');
  await writeFile(
    told,
    [
      ...imports,
      "import declaration from '../index.ts';",
      'export default async (t) => {',
      ...body,
      '};',
    ].join('\n'),
  );
  const { default: run } = (await import(pathToFileURL(told).href)) as { readonly default: OwnTest };
  return run;
}

for (const id of Object.keys(KINDS).filter((each) => each !== 'event-racks'))
  t.test(`${id} serves as it is written, and its own test holds`, async (t) => (await ownTest(id))(t));
