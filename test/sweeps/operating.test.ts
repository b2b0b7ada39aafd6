import { readFile } from 'node:fs/promises';
import { KernelConfigSchema } from '@patchbay/kernel/config';
import t from 'tap';
import { ownModules } from '../openapi/documents.ts';

const page = new URL('../../config/OPERATING.md', import.meta.url);

t.test('the page for operators names every name of the environment, and no other', async (t) => {
  const modules = await ownModules();
  const declared = [KernelConfigSchema, ...modules.flatMap(({ config }) => config ?? [])].flatMap((schema) =>
    Object.keys(Object(Object(schema)['properties'])),
  );
  const table = (await readFile(page, 'utf8')).split('## Every environment name')[1] ?? '';
  const told = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name));
  // Modules may cut the same name into their slices.
  t.same(told.toSorted(), [...new Set(declared)].toSorted());
});
