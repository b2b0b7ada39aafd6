import t, { type Test } from 'tap';
import { checkLock } from '../lock.ts';

const pinned = { version: '1.0.0', integrity: 'sha512-x' };

function problems(test: Test, packages: Record<string, object>): readonly string[] {
  return checkLock(test.testdir({ 'package-lock.json': JSON.stringify({ packages }) }));
}

t.test('a lock that holds every optional package, nested ones too, has no problem', async (t) => {
  const packages = {
    '': { optionalDependencies: { 'tool-linux': '1.0.0' } },
    kernel: { optionalDependencies: { fast: '1.0.0', near: '1.0.0' } },
    'node_modules/@patchbay/kernel': { resolved: 'kernel', link: true },
    'kernel/node_modules/near': pinned,
    'node_modules/fast': pinned,
    'node_modules/tool-linux': pinned,
    'node_modules/a': { ...pinned, optionalDependencies: { inner: '1.0.0', fast: '1.0.0' } },
    'node_modules/a/node_modules/inner': { ...pinned, optionalDependencies: { fast: '1.0.0' } },
  };
  t.same(problems(t, packages), []);
});

t.test('holes, unpinned packages, second copies and unequal MikroORM versions are refused', async (t) => {
  const packages = {
    'node_modules/tool': { ...pinned, optionalDependencies: { 'tool-darwin': '1.0.0' } },
    'node_modules/other/node_modules/tool-darwin': pinned,
    'node_modules/half': { version: '1.0.0' },
    'node_modules/pg': pinned,
    'node_modules/other/node_modules/pg': pinned,
    'node_modules/@mikro-orm/core': pinned,
    'node_modules/@mikro-orm/core/node_modules/unrelated': { ...pinned, version: '3.0.0' },
    'node_modules/@mikro-orm/migrations': { ...pinned, version: '1.0.1' },
  };
  t.same(problems(t, packages), [
    'package-lock.json: node_modules/tool wants tool-darwin, which is not locked',
    'package-lock.json: node_modules/half has no version or no integrity',
    'package-lock.json: node_modules/pg and node_modules/other/node_modules/pg are two copies',
    'package-lock.json: @mikro-orm packages differ: 1.0.0, 1.0.1',
  ]);
});
