import t from 'tap';
import { checkBoundaries } from '../boundaries.ts';
import { checkFileCycles, checkPackageCycles } from '../cycles.ts';
import { checkShape } from '../shape.ts';
import { checkTables } from '../tables.ts';
import { repository } from './repository.ts';

const console = JSON.stringify({
  name: '@patchbay/module-console',
  dependencies: { '@patchbay/console-kit': '*', react: '19.3.1' },
});
const kit = JSON.stringify({
  name: '@patchbay/console-kit',
  exports: { '.': './index.ts', './page': './page/define-page.ts' },
  dependencies: { react: '19.3.1' },
});
const packages = { 'modules/console/package.json': console, 'modules/console/kit/package.json': kit };

t.test('pages import the kit, the client and what stands beside them, and declare none of it', async (t) => {
  const { tree } = repository(t, {
    ...packages,
    'modules/sites/console/pages.ts':
      "import { definePage } from '@patchbay/console-kit/page';\nexport const load = () => import('./sites/sites-page.tsx');",
    'modules/sites/console/sites/sites-page.tsx': [
      "import { Page } from '@patchbay/console-kit';",
      "import type { Site } from '@patchbay/client';",
      "import { useState } from 'react';",
      "import { texts } from '../texts.ts';",
      "import 'left-pad';",
      "import 'node:fs';",
      "import '@patchbay/kernel/errors';",
      "import '@patchbay/module-users/contract';",
      "import '../../services/names.ts';",
      "import '../../../users/console/users-page.tsx';",
      'export default () => <Page title={texts.sites}>{useState<Site>()}</Page>;',
    ].join('\n'),
    'modules/sites/console/texts.ts': '',
  });
  const beside = 'pages import @patchbay/console-kit, @patchbay/client, react and files beside them';
  const at = 'modules/sites/console/sites/sites-page.tsx';
  t.same(checkBoundaries(tree), [
    `${at}:5 imports left-pad: ${beside}`,
    `${at}:6 imports node:fs: browsers have none of Node`,
    `${at}:7 imports @patchbay/kernel/errors: ${beside}`,
    `${at}:8 imports @patchbay/module-users/contract: ${beside}`,
    `${at}:9 imports ../../services/names.ts: modules/sites/services/names.ts is outside of modules/sites/console/`,
    `${at}:10 imports ../../../users/console/users-page.tsx: modules/users/console/users-page.tsx is outside the package of modules/sites/package.json`,
  ]);
});

t.test('the shell and the kit declare what they import, and Node imports neither', async (t) => {
  const { tree } = repository(t, {
    ...packages,
    'modules/console/app/main.tsx':
      "import 'virtual:patchbay-pages';\nimport 'react';\nimport 'uplot';\nimport '../services/build.ts';",
    'modules/console/kit/index.ts': "import 'react';\nimport '@patchbay/kernel/errors';",
    'modules/console/services/build.ts':
      "import '../app/main.tsx';\nimport '../app/theme.ts';\nimport 'virtual:patchbay-pages';\nimport '@patchbay/console-kit/page';",
    'modules/console/test/theme.test.ts': "import '../app/theme.ts';\nimport '../app/main.tsx';",
  });
  t.same(checkBoundaries(tree), [
    'modules/console/app/main.tsx:3 imports uplot: not declared in modules/console/package.json',
    'modules/console/app/main.tsx:4 imports ../services/build.ts: modules/console/services/build.ts is outside of modules/console/app/',
    'modules/console/kit/index.ts:2 imports @patchbay/kernel/errors: browsers meet the platform by its API',
    'modules/console/services/build.ts:1 imports ../app/main.tsx: Node runs no .tsx',
    'modules/console/services/build.ts:2 imports ../app/theme.ts: modules/console/app/theme.ts is code of browsers',
    'modules/console/services/build.ts:3 imports virtual:patchbay-pages: not declared in modules/console/package.json',
    'modules/console/test/theme.test.ts:2 imports ../app/main.tsx: Node runs no .tsx',
  ]);
});

t.test('cycles of elements are found, and pages make none of packages', async (t) => {
  const { tree } = repository(t, {
    ...packages,
    'modules/console/index.ts': "import '@patchbay/module-sites/contract';",
    'modules/sites/console/a.tsx':
      "import '@patchbay/console-kit';\nimport './b.tsx';\nexport const a = <p />;",
    'modules/sites/console/b.tsx': "import './a.tsx';",
  });
  t.same(checkFileCycles(tree), [
    'cycle of imports: modules/sites/console/a.tsx → modules/sites/console/b.tsx → modules/sites/console/a.tsx',
  ]);
  t.same(checkPackageCycles(tree), []);
});

t.test('every module may have pages, and the console its shell, its kit and its build', async (t) => {
  const declared = (id: string) => `export default defineModule({ id: '${id}' });`;
  const { tree } = repository(t, {
    ...packages,
    'modules/users/index.ts': declared('users'),
    'modules/users/console/pages.ts': '',
    'modules/sites/index.ts': declared('sites'),
    'modules/sites/app/main.tsx': '',
    'modules/sites/front.tsx': '',
    'modules/console/index.ts': declared('console'),
    'modules/console/app/main.tsx': '\n'.repeat(301),
    'modules/console/build/main.ts': '',
    'modules/console/kit/index.ts': '',
  });
  t.same(checkShape(tree), [
    'modules/console/app/main.tsx has 301 lines, at most 300: part it by subject',
    'modules/sites/front.ts is no part of a module: see modules/README.md',
    'modules/sites/app/ is no part of a module: see modules/README.md',
  ]);
});

t.test('words for people name no tables', async (t) => {
  const { tree } = repository(t, {
    'modules/users/index.ts': "export default defineModule({ id: 'users' });",
    'modules/users/migrations/0001.ts': "tenantTable('users', {});",
    'modules/sites/index.ts': "export default defineModule({ id: 'sites' });",
    'modules/sites/console/texts.ts': "export const texts = { remove: 'Remove from users' };",
  });
  t.same(checkTables(tree), []);
});
