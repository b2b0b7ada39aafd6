import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { BadStepName, writeStep } from '../write-step.ts';

const read = (folder: string, file: string): Promise<string> =>
  readFile(join(folder, 'migrations', file), 'utf8');

t.test('steps are numbered in their module and listed in its order', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-step-'));
  await writeStep(folder, 'racks', 'first', ['create table racks (id uuid)']);
  const files = await writeStep(folder, 'racks', 'add-notes', [
    'alter table racks add notes text',
    `select '\${1}'`,
  ]);
  t.same(files, [join(folder, 'migrations', '002-add-notes.ts'), join(folder, 'migrations', 'index.ts')]);
  t.equal(
    await read(folder, '002-add-notes.ts'),
    `import { migration } from '@patchbay/kernel/database';

export const addNotes = migration(
  'racks.002-add-notes',
  'alter table racks add notes text',
  \`select '\\\${1}'\`,
);
`,
  );
  t.equal(
    await read(folder, 'index.ts'),
    `import { first } from './001-first.ts';
import { addNotes } from './002-add-notes.ts';

export const migrations = [first, addNotes];
`,
  );
});

t.test('a name that is no name writes nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-step-'));
  await t.rejects(writeStep(folder, 'racks', '../Notes', ['select 1']), BadStepName);
  await t.rejects(read(folder, 'index.ts'));
});
