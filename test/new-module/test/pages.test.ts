import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SCHEMA_FILE, schemaText } from '@patchbay/client/generate';
import { type AnyRoute, openApiDocument } from '@patchbay/kernel/http';
import type { ModuleDeclaration } from '@patchbay/kernel/modules';
import t from 'tap';
import { repositoryRoot } from '../../check/source-tree.ts';
import { complaintsOfTypes, generatedFolder, generateKinds, KINDS } from './generated.ts';

const folder = await generatedFolder(t);
await generateKinds(folder);

const imported = async <T>(...path: readonly string[]): Promise<T> =>
  (await import(pathToFileURL(join(folder, ...path)).href)) as T;

t.test('a page is listed for those who may see its rows', async (t) => {
  const { pages } = await imported<{ readonly pages: unknown }>('full-racks', 'console', 'pages.ts');
  t.match(pages, [
    {
      path: '/full-racks',
      title: { en: 'Full racks', de: 'Full racks' },
      permission: 'full_rack:read',
      load: Function,
    },
  ]);
});

/** Types of the client as they are once the routes of the generated modules are recorded. */
async function recordRoutes(): Promise<void> {
  const routes = await Promise.all(
    Object.keys(KINDS).map(async (id) => {
      const { default: declared } = await imported<{ readonly default: ModuleDeclaration }>(id, 'index.ts');
      return declared.routes ?? [];
    }),
  );
  const document = openApiDocument(routes.flat() as readonly AnyRoute[], { version: '26.09.0' });
  await writeFile(join(folder, 'recorded.ts'), await schemaText(JSON.stringify(document)));
  await writeFile(
    join(folder, 'augmented.ts'),
    [
      "import type { paths as recorded } from './recorded.ts';",
      `declare module ${JSON.stringify(SCHEMA_FILE)} {`,
      '  interface paths extends recorded {}',
      '}',
    ].join('\n'),
  );
}

t.test('what is written for browsers has sound types', async (t) => {
  await recordRoutes();
  const console = join(repositoryRoot, 'modules', 'console');
  const config = {
    extends: join(console, 'tsconfig.json'),
    include: ['./*/console', './augmented.ts', join(console, 'build', 'virtual-pages.d.ts')],
  };
  t.equal(await complaintsOfTypes(folder, config), '');
});
