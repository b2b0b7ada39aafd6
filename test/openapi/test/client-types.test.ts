import { readFile } from 'node:fs/promises';
import { reducedDocument, schemaText } from '@patchbay/client/generate';
import { documentOf } from '@patchbay/kernel/modules';
import t from 'tap';
import { recordedClientTypes } from '../client-types.ts';
import { fileOf, ownModules } from '../documents.ts';

const recorded = await readFile(fileOf('openapi'), 'utf8');

t.test(
  'the types of the client are those of the recorded document (npm run openapi writes both)',
  async (t) => {
    t.ok((await schemaText(recorded)) === (await recordedClientTypes()), 'byte for byte');
  },
);

t.test('the types of the client know the paths that the platform serves with named=false', async (t) => {
  const modules = await ownModules();
  const served = documentOf(modules, { named: false, usual_errors: true });
  t.same(pathsOf(reducedDocument(documentOf(modules))), pathsOf(served));
});

const pathsOf = (document: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(Object(document['paths']) as object);
