import { execFileSync } from 'node:child_process';
import t from 'tap';
import { changedFiles } from '../plan/changed-files.ts';
import { reachedBy } from '../plan/reach.ts';

const packageOf = (name: string, exports: object) => JSON.stringify({ name, exports });
const boots = "import { createPlatform } from '@patchbay/kernel/modules';\n";
const repository = {
  kernel: {
    'package.json': packageOf('@patchbay/kernel', { './modules': './modules/index.ts' }),
    modules: { 'index.ts': "export * from './boot.ts';", 'boot.ts': '' },
    cache: { 'cache.ts': '', test: { 'cache.test.ts': "import '../cache.ts';" } },
  },
  modules: {
    sites: {
      'package.json': packageOf('@patchbay/module-sites', { './contract': './contract.ts' }),
      'index.ts': "import './services/list.ts';\nexport default { prefixes: ['/sites'] };",
      'contract.ts': "import type { A } from './types.ts';",
      'types.ts': '',
      'README.md': '',
      services: { 'list.ts': '' },
      console: { 'pages.ts': '', 'sites-page.tsx': '' },
      test: { 'sites.test.ts': `${boots}call('/sites');` },
    },
    alerts: {
      'package.json': packageOf('@patchbay/module-alerts', {}),
      'index.ts': "import '@patchbay/module-sites/contract';\nexport default { prefixes: ['/alerts'] };",
      test: {
        'alerts.test.ts': `${boots}call('/alerts/1');`,
        'unit.test.ts': "fork(new URL('./child.ts'))",
        'child.ts': '',
      },
    },
  },
  test: {
    scenarios: { 'all.test.ts': `${boots}call('/sites/x');` },
    sweeps: { 'every.test.ts': boots },
    browser: { 'pages.test.ts': '' },
  },
};
const tests = [
  'kernel/cache/test/cache.test.ts',
  'modules/alerts/test/alerts.test.ts',
  'modules/alerts/test/unit.test.ts',
  'modules/sites/test/sites.test.ts',
  'test/scenarios/all.test.ts',
  'test/sweeps/every.test.ts',
  'test/browser/pages.test.ts',
];

t.test('a change reaches the tests that import it, boot it with its module, or are of all modules', (t) => {
  const root = t.testdir(repository);
  const reached = (...changed: readonly string[]) => reachedBy(root, tests, changed).map(({ file }) => file);
  const [cache, alerts, unit, sites, scenario, sweep, browser] = tests;
  t.same(reached('kernel/cache/cache.ts'), [cache]);
  t.same(reached('modules/sites/services/list.ts'), [sites, scenario, sweep]);
  t.same(reached('modules/sites/contract.ts'), [alerts, unit, sweep]);
  t.same(reached('modules/sites/types.ts'), [], 'types are not loaded');
  t.same(reached('kernel/modules/boot.ts'), [alerts, sites, scenario, sweep]);
  t.same(reached('modules/alerts/test/child.ts'), [unit], 'a process that a test starts');
  t.same(reached('modules/sites/README.md'), [sites], 'what is no source counts for its package');
  t.same(reached('modules/sites/console/pages.ts'), [browser], 'browsers show it');
  t.same(reached('modules/sites/console/sites-page.tsx'), [sites, browser]);
  t.same(reached('package-lock.json'), tests);
  t.same(reachedBy(root, [String(cache)], ['a.ts', 'kernel/cache/cache.ts']), [
    { file: cache, changed: 'kernel/cache/cache.ts' },
  ]);
  t.end();
});

t.test('what differs from main is found, committed or not, and new files too', async (t) => {
  const root = t.testdir({ 'a.ts': '', 'b.ts': '' });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.net', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  t.same(await changedFiles(root), []);
  git('checkout', '-q', '-b', 'branch');
  git('mv', 'a.ts', 'c.ts');
  git('commit', '-q', '-m', 'second');
  t.same(await changedFiles(root), ['a.ts', 'c.ts']);
  execFileSync('touch', ['d.ts'], { cwd: root });
  t.same(await changedFiles(root), ['a.ts', 'c.ts', 'd.ts']);
});
