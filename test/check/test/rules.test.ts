import t from 'tap';
import { checkBoundaries } from '../boundaries.ts';
import { checkConfined } from '../confined.ts';
import { checkFileCycles, checkPackageCycles } from '../cycles.ts';
import { checkLayers } from '../layers.ts';
import { checkReferences } from '../references.ts';
import { checkRequires } from '../requires.ts';
import { checkTables } from '../tables.ts';
import { repository } from './repository.ts';

t.test('a room may not import a room above it, nor pass by the index of one below', async (t) => {
  const { tree, layers } = repository(t, {
    'kernel/errors/index.ts':
      "import type { Route } from '../infrastructure/http/index.ts';\nexport type { Route };",
    'kernel/infrastructure/http/index.ts':
      "import '../../errors/deep.ts';\nimport '../../errors/index.ts';\nexport type Route = 1;",
    'kernel/errors/deep.ts': "export const a = await import('@patchbay/kernel/http');",
    'kernel/infrastructure/database/index.ts': "import '../../main.ts';\nimport './test/clone.ts';",
    'kernel/infrastructure/database/test/clone.ts': "import '../../http/index.ts';",
    'kernel/main.ts': "import './infrastructure/http/index.ts';\nimport './errors/deep.ts';",
    'kernel/attic/index.ts': '',
  });
  t.same(checkLayers(tree, layers), [
    'kernel/attic/index.ts: attic is no room of kernel/layers.json',
    'kernel/errors/deep.ts:1 imports kernel/infrastructure/http/index.ts: infrastructure/http is above errors',
    'kernel/errors/index.ts:1 imports kernel/infrastructure/http/index.ts: infrastructure/http is above errors',
    'kernel/infrastructure/database/index.ts:1 imports kernel/main.ts: main.ts stands above every room',
    'kernel/infrastructure/database/index.ts:2 imports kernel/infrastructure/database/test/clone.ts: only tests import tests',
    'kernel/infrastructure/http/index.ts:1 imports kernel/errors/deep.ts: another room is entered by its index.ts',
  ]);
});

t.test('packages meet by declared names only, and modules in their contracts', async (t) => {
  const { tree } = repository(t, {
    'kernel/http/index.ts': [
      "import Koa from 'koa';",
      "import { readFile } from 'node:fs/promises';",
      "import 'inversify';",
      "import 'left-pad/deep';",
      "import '@patchbay/module-sites/contract';",
      "import '../../modules/sites/index.ts';",
    ].join('\n'),
    'kernel/http/test/http.test.ts': "import t from 'tap';\nimport 'inversify';\nimport 'unknown';",
    'modules/sites/index.ts': "import '@patchbay/kernel/errors';\nimport '@patchbay/module-users/contract';",
    'modules/sites/routes/sites.ts': "import { route } from '@patchbay/kernel/http';",
    'modules/sites/services/deep/rows.ts': "import type { Route } from '@patchbay/kernel/http';",
    'modules/users/index.ts': "import '@patchbay/module-sites';\nexport * from '@patchbay/kernel/errors';",
    'plugins-sdk/index.ts': "import type { A } from '@patchbay/kernel/errors';\nexport type { A };",
    'test/run.ts': "import 'tap';\nimport '../kernel/http/index.ts';\nimport '../../elsewhere.ts';",
  });
  t.same(checkBoundaries(tree), [
    'kernel/http/index.ts:3 imports inversify: not declared in kernel/package.json',
    'kernel/http/index.ts:4 imports left-pad/deep: not declared in kernel/package.json',
    'kernel/http/index.ts:5 imports @patchbay/module-sites/contract: the kernel knows no feature',
    'kernel/http/index.ts:6 imports ../../modules/sites/index.ts: modules/sites/index.ts is outside the package of kernel/package.json',
    'kernel/http/test/http.test.ts:3 imports unknown: not declared in kernel/package.json',
    'modules/sites/index.ts:2 imports @patchbay/module-users/contract: modules/sites/package.json must declare it as "*"',
    'modules/sites/services/deep/rows.ts:1 imports @patchbay/kernel/http: services know no HTTP',
    'modules/users/index.ts:1 imports @patchbay/module-sites: modules meet in @patchbay/module-sites/contract',
    'modules/users/index.ts:2 imports @patchbay/kernel/errors: not declared in modules/users/package.json',
    'plugins-sdk/index.ts:1 imports @patchbay/kernel/errors: the SDK imports nothing of the platform',
    'test/run.ts:2 imports ../kernel/http/index.ts: kernel/http/index.ts is outside the package of package.json',
    'test/run.ts:3 imports ../../elsewhere.ts: ../elsewhere.ts is outside the package of package.json',
  ]);
});

t.test('a cycle of files is found once, through packages too, and one of types is named so', async (t) => {
  const { tree } = repository(t, {
    'kernel/errors/index.ts': "export * from './a.ts';",
    'kernel/errors/a.ts': "import { b } from './b.ts';\nexport const a = b;",
    'kernel/errors/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
    'kernel/http/one.ts': "export type One = import('./two.ts').Two;",
    'kernel/http/two.ts': "import type { One } from './one.ts';\nexport type Two = One[];",
    'kernel/http/index.ts':
      "declare module './index.ts' { interface Parts { a: 1 } }\nexport interface Parts {}",
    'modules/sites/contract.ts': "import { c } from '@patchbay/module-users/contract';\nexport const s = c;",
    'modules/users/contract.ts': "import { s } from '@patchbay/module-sites/contract';\nexport const c = s;",
  });
  t.same(checkFileCycles(tree), [
    'cycle of imports: kernel/errors/a.ts → kernel/errors/b.ts → kernel/errors/a.ts',
    'cycle of imports: modules/sites/contract.ts → modules/users/contract.ts → modules/sites/contract.ts',
    'cycle of type imports: kernel/http/one.ts → kernel/http/two.ts → kernel/http/one.ts',
  ]);
});

t.test('a cycle of packages is found though no file is in it', async (t) => {
  const { tree } = repository(t, {
    'modules/sites/contract.ts': 'export const s = 1;',
    'modules/sites/index.ts': "import { c } from '@patchbay/module-users/contract';\nexport const used = c;",
    'modules/users/contract.ts': 'export const c = 1;',
    'modules/users/index.ts':
      "import type { s } from '@patchbay/module-sites/contract';\nexport type S = typeof s;",
    'modules/users/test/users.test.ts': "import '@patchbay/kernel/http';",
  });
  t.same(checkFileCycles(tree), []);
  t.same(checkPackageCycles(tree), [
    'cycle of packages: @patchbay/module-sites → @patchbay/module-users (modules/sites/index.ts:1), @patchbay/module-users → @patchbay/module-sites (modules/users/index.ts:1)',
  ]);
});

t.test('a module requires what it imports or whose tables it names, and nothing else', async (t) => {
  const { tree } = repository(t, {
    'modules/doors/index.ts':
      "import { d } from '@patchbay/module-sites/contract';\nexport default defineModule({ id: 'doors', contributesTo: ['sites', 'users'] });",
    'modules/doors/package.json': JSON.stringify({ name: '@patchbay/module-doors' }),
    'modules/sites/index.ts': "export default defineModule({ id: 'sites', requires: ['users', 'racks'] });",
    'modules/users/index.ts': "export default defineModule({ id: 'users', requires: [] });",
    'modules/users/migrations/one.ts': "tenantTable('people', {});",
    'modules/users/services/look.ts':
      "import { s } from '@patchbay/module-sites/contract';\nexport const t = s;",
    'modules/sites/services/look.ts': 'export const q = sql`id uuid references people (id)`;',
    'modules/racks/index.ts': "export default defineModule({ id: 'racks', requires: [] });",
  });
  t.same(checkRequires(tree), [
    'modules/doors/index.ts contributes to users, which it requires or never imports',
    'modules/sites/index.ts requires racks, of which it neither imports the contract nor names a table',
    'modules/users/services/look.ts:1 imports the contract of sites, which modules/users/index.ts does not require',
  ]);
});

t.test(
  'a cycle of requires, a missing module and a module defined twice are named with their files',
  async (t) => {
    const module = (id: string, ...requires: string[]) =>
      `export default defineModule({ id: '${id}', title: 'T', requires: ${JSON.stringify(requires)} });`;
    const { tree } = repository(t, {
      'modules/sites/index.ts': module('sites', 'users'),
      'modules/users/index.ts': module('users', 'sites', 'ghost'),
      'modules/users/other.ts': module('sites', 'users'),
      'modules/users/migrations/one.ts': "tenantTable('people', {});",
      'modules/sites/migrations/one.ts': "tenantTable('places', {});",
      'modules/users/services/look.ts': 'export const q = sql`select from places`;',
      'modules/sites/services/look.ts': 'export const q = sql`select from people`;',
      'modules/users/test/users.test.ts': module('sites', 'nowhere'),
    });
    t.same(checkRequires(tree), [
      'modules/users/other.ts:1 and modules/sites/index.ts both define the module sites',
      'modules/users/index.ts requires ghost, which no module is',
      'modules/users/index.ts requires ghost, of which it neither imports the contract nor names a table',
      'cycle of requires: sites (modules/users/other.ts) → users (modules/users/index.ts) → sites (modules/users/other.ts)',
    ]);
  },
);

t.test('comments cite what the documents have, and links lead to files', async (t) => {
  const { root, tree } = repository(t, {
    'kernel/docs/specification.md': '## 5. Sign-in\n\n1. Tokens\n2. Cookies\n\n### 6.3 Stream\n\n1. Origin\n',
    'kernel/docs/decisions.md':
      '## HTTP\n\n1. Channels\n2. Lists\n[there](rules.md) [gone](../other.md#place)\n',
    'kernel/docs/rules.md': '| R1 | Plugins |\n',
    'kernel/errors/index.ts': [
      '/** As SPEC 5, 5.2 and 6.3.1 say (DECISIONS 2; R1). */',
      "export const text = 'SPEC 9.9 in a text is no citation';",
      '/** SPEC 5.3 and DECISIONS 1, 3; RULES R2. */',
      '// The order of DESIGN 7.',
    ].join('\n'),
  });
  t.same(checkReferences(root, tree), [
    'kernel/errors/index.ts:3 cites SPEC 5.3, which kernel/docs does not have',
    'kernel/errors/index.ts:3 cites DECISIONS 3, which kernel/docs does not have',
    'kernel/errors/index.ts:3 cites RULES R2, which kernel/docs does not have',
    'kernel/errors/index.ts:4 cites DESIGN, which is no document of this repository',
    'kernel/docs/decisions.md links to ../other.md, which is not there',
  ]);
});

t.test('what is confined is found outside its places, and tests are free', async (t) => {
  const use = "import 'reflect-metadata';\nexport const a = new RegExp('a'), b = em.getKysely();";
  const { tree } = repository(t, {
    'kernel/http/index.ts': use,
    'kernel/http/test/http.test.ts': use,
    'kernel/infrastructure/database/index.ts': 'export const b = em.getKysely();',
    'modules/sites/index.ts': "import { ScopedContainer } from '@patchbay/kernel/di';",
  });
  const found = checkConfined(tree).map((problem) => problem.replace(/: .*/, ''));
  t.same(found, [
    'kernel/http/index.ts:2 new RegExp',
    'kernel/http/index.ts:1 reflect-metadata',
    'kernel/http/index.ts:2 .getKysely',
    'modules/sites/index.ts:1 ScopedContainer',
  ]);
});

t.test('a file that does not parse is a problem of its own, not the end of the run', async (t) => {
  const { tree } = repository(t, {
    'kernel/http/index.ts': 'export const = 1;',
    'kernel/errors/index.ts': '',
  });
  t.match(tree.unreadable, [/^kernel\/http\/index\.ts: /]);
  t.ok(tree.files.has('kernel/errors/index.ts'));
});

t.test('a module names tables of its own and of modules it requires, and no other', async (t) => {
  const { tree } = repository(t, {
    'modules/sites/index.ts': "export default defineModule({ id: 'sites', requires: ['places'] });",
    'modules/places/index.ts': "export default defineModule({ id: 'places', requires: ['people'] });",
    'modules/people/index.ts': "export default defineModule({ id: 'people' });",
    'modules/racks/index.ts': "export default defineModule({ id: 'racks' });",
    'modules/people/migrations/001.ts': "export const a = tenantTable('people', {});",
    'modules/racks/migrations/001.ts': 'export const a = `create table racks (id uuid)`;',
    'modules/sites/migrations/001.ts': "export const a = tenantTable('sites', {});",
    'modules/sites/read.ts': [
      "db.selectFrom('people as p');",
      "db.selectFrom('sites').innerJoin('racks as r', 'r.id', 'x');",
      'sql`select 1 from people join sites on true where exists (select from racks)`;',
      '// from racks',
    ].join('\n'),
  });
  const said = 'names table racks of module racks, which sites does not require';
  t.same(checkTables(tree), [`modules/sites/read.ts:2 ${said}`, `modules/sites/read.ts:3 ${said}`]);
});
