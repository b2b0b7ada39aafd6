import { join } from 'node:path';
import { stampOf } from '@patchbay/client/generate/stamp';
import t from 'tap';
import { checkBoundaries } from '../boundaries.ts';
import { checkClient } from '../client.ts';
import { repository } from './repository.ts';

t.test('types of the client belong to the recorded API document, to the byte', async (t) => {
  const { root } = repository(t, {
    'test/recorded/openapi.json': '{}\n',
    'modules/client/generated/schema.ts': `// ${stampOf('{}\n')}\n`,
    'modules/client/generated/other.ts': `// ${stampOf('{}')}\n`,
  });
  const generated = join(root, 'modules', 'client', 'generated');
  t.same(checkClient(root, join(generated, 'schema.ts')), []);
  t.same(checkClient(root, join(generated, 'other.ts')), [
    'modules/client/generated/other.ts belongs to another openapi.json: npm run openapi writes both',
  ]);
});

t.test('what a tool wrote is no source, and the tool may import what only authors need', async (t) => {
  const imports = "import 'openapi-typescript';";
  const { tree } = repository(t, {
    'modules/sites/package.json': JSON.stringify({
      name: '@patchbay/module-sites',
      devDependencies: { 'openapi-typescript': '7.13.0' },
    }),
    'modules/sites/generated/schema.ts': imports,
    'modules/sites/generate/index.ts': imports,
    'modules/sites/contract.ts': imports,
  });
  t.same([...tree.files.keys()], ['modules/sites/contract.ts', 'modules/sites/generate/index.ts']);
  t.same(checkBoundaries(tree), [
    'modules/sites/contract.ts:1 imports openapi-typescript: not declared in modules/sites/package.json',
  ]);
});
