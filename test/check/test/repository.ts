import type { Test } from 'tap';
import { readLayers } from '../layers.ts';
import { readTree } from '../source-tree.ts';

type Sources = Readonly<Record<string, string>>;

const manifests: Sources = {
  'package.json': JSON.stringify({ name: 'patchbay', devDependencies: { tap: '21.8.0' } }),
  'kernel/layers.json': JSON.stringify({
    rooms: ['errors', 'infrastructure/database', 'infrastructure/http'],
    top: ['main.ts'],
  }),
  'kernel/package.json': JSON.stringify({
    name: '@patchbay/kernel',
    exports: { './errors': './errors/index.ts', './http': './infrastructure/http/index.ts' },
    dependencies: { koa: '3.2.1' },
    devDependencies: { inversify: '8.2.3' },
  }),
  'modules/sites/package.json': JSON.stringify({
    name: '@patchbay/module-sites',
    exports: { '.': './index.ts', './contract': './contract.ts' },
    dependencies: { '@patchbay/kernel': '*', '@patchbay/module-users': '1.0.0' },
  }),
  'modules/users/package.json': JSON.stringify({
    name: '@patchbay/module-users',
    exports: { '.': './index.ts', './contract': './contract.ts' },
    dependencies: { '@patchbay/module-sites': '*' },
  }),
  'plugins-sdk/package.json': JSON.stringify({ name: '@patchbay/plugins-sdk' }),
  'sandbox/package.json': JSON.stringify({ name: '@patchbay/sandbox' }),
  'config/README.md': '',
  'test/README.md': '',
};

/** Writes the sources as a repository and reads it back. */
export function repository(test: Test, sources: Sources) {
  const dir: Record<string, unknown> = {};
  for (const [path, text] of Object.entries({ ...manifests, ...sources })) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = dir;
    for (const part of parts) {
      folder[part] ??= {};
      folder = folder[part] as Record<string, unknown>;
    }
    folder[name] = text;
  }
  const root = test.testdir(dir as Parameters<Test['testdir']>[0]);
  return { tree: readTree(root), layers: readLayers(root), root };
}
