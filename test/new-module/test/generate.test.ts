import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleDeclaration } from '@patchbay/kernel/modules';
import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';
import { generateModule } from '../generate.ts';
import { BadModuleId, replacementsFor } from '../names.ts';
import { generatedFolder } from './generated.ts';

const FOLDER = await generatedFolder(t);

t.test('a name is spelled as code spells it, in singular and plural', async (t) => {
  const names = Object.fromEntries(replacementsFor('cable-entries'));
  t.equal(names['example-module'], 'cable-entries');
  t.equal(names['ExampleItems'], 'CableEntries');
  t.equal(names['exampleItem'], 'cableEntry');
  t.equal(names['EXAMPLE_ITEMS'], 'CABLE_ENTRIES');
  t.equal(names['Example item'], 'Cable entry');
  t.equal(Object.fromEntries(replacementsFor('patch-box'))['example_items'], 'patch_boxes');
});

t.test('an id that is no module id is refused, and nothing is written', async (t) => {
  for (const id of [
    '',
    'Racks',
    'rack_notes',
    '../racks',
    '-racks',
    'racks-',
    '9racks',
    'racks notes',
    'x'.repeat(41),
    'tests',
  ])
    await t.rejects(generateModule(FOLDER, id), BadModuleId, id);
  t.same(await readdir(FOLDER), []);
});

t.test(
  'a generated module names nothing of its template, is refused twice, and serves as it is written',
  async (t) => {
    const files = await generateModule(FOLDER, 'rack-notes');
    t.ok(files.length > 8);
    for (const file of files) {
      t.notMatch(file + (await readFile(file, 'utf8')), /example[-_ ]?(module|item)/i, file);
    }
    await t.rejects(generateModule(FOLDER, 'rack-notes'), BadModuleId);
    const file = join(FOLDER, 'rack-notes', 'index.ts');
    const { default: declaration } = (await import(pathToFileURL(file).href)) as {
      readonly default: ModuleDeclaration;
    };
    const harness = await bootPlatform(t, { modules: [{ declaration, file }] });
    const operator = await harness.person('operator');
    const created = await harness.call('POST', '/rack-notes', { as: operator, body: { name: 'First' } });
    t.match(created, { status: 201, body: { name: 'First', description: null } });
    const again = await harness.call('POST', '/rack-notes', { as: operator, body: { name: 'First' } });
    t.equal(again.status, 409);
    const listed = await harness.call('GET', '/rack-notes', { as: await harness.person('viewer') });
    t.same(listed.body, { items: [created.body], total: 1, page: 1, per_page: 50, pages: 1 });
    const stranger = await harness.person('operator', await harness.organization('Second Networks'));
    t.equal((await harness.call('GET', `/rack-notes/${created.body.id}`, { as: stranger })).status, 404);
  },
);
