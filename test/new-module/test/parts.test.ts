import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkBoundaries } from '../../check/boundaries.ts';
import { checkConfined } from '../../check/confined.ts';
import { checkFileCycles, checkPackageCycles } from '../../check/cycles.ts';
import { checkLayers, readLayers } from '../../check/layers.ts';
import { readSource } from '../../check/read-source.ts';
import { checkRequires } from '../../check/requires.ts';
import {
  readPackage,
  readTree,
  repositoryRoot,
  type SourceFile,
  type SourceTree,
} from '../../check/source-tree.ts';
import { withParts } from '../parts.ts';
import { complaintsOfTypes, generatedFolder, generateKinds, KINDS } from './generated.ts';

const folder = await generatedFolder(t);
await generateKinds(folder);
const filesOf = (id: string): readonly string[] =>
  readdirSync(join(folder, id), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, id).length + 1))
    .sort();

/** The repository with the generated modules where the command writes them. */
function treeWithModules(): SourceTree {
  const tree = readTree(repositoryRoot);
  const files = new Map(tree.files);
  const packages = new Map(tree.packages);
  for (const id of Object.keys(KINDS)) {
    const own = { ...readPackage(folder, `${id}/package.json`), folder: `modules/${id}` };
    packages.set(own.name, own);
    for (const name of filesOf(id).filter((each) => /\.tsx?$/.test(each))) {
      const path = `modules/${id}/${name}`;
      const source = readSource(readFileSync(join(folder, id, name), 'utf8'), name.endsWith('.tsx'));
      const file: SourceFile = { ...source, path, package: own, isTest: name.startsWith('test/') };
      files.set(path, file);
    }
  }
  return { ...tree, files, packages };
}

t.test('a mark of the template leaves its line, its lines or its file to the parts it names', async (t) => {
  const text = [
    'always',
    'at a site, // only: site',
    '  // without site: nowhere,',
    'either // only: job|site',
    '  // only site {',
    '  block',
    '  // }',
    '// without site {',
    'other block',
    '// }',
    '',
  ].join('\n');
  t.equal(withParts(text, new Set(['site'])), 'always\nat a site,\neither\n  block\n');
  t.equal(withParts(text, new Set(['job'])), 'always\n  nowhere,\neither\nother block\n');
  t.equal(withParts('// only: job\nall of it\n', new Set(['job'])), 'all of it\n');
  t.equal(withParts('// only: job\nall of it\n', new Set(['site'])), null);
  t.throws(() => withParts('line // only: sites\n', new Set()), /"sites", which is no part/);
});

t.test('each part brings its files, and nothing of the marks is left', async (t) => {
  const added = (id: string) =>
    filesOf(id).filter((name) => !filesOf('plain-racks').includes(name) && !/rack/.test(name));
  t.same(added('site-racks'), ['contributions/counts.ts']);
  t.same(added('operation-racks'), ['contributions/references.ts', 'operations.ts']);
  t.same(added('job-racks'), ['jobs.ts', 'services/forgetting.ts']);
  t.same(added('listener-racks'), ['listeners.ts', 'services/forgotten-authors.ts']);
  t.same(added('event-racks'), [], 'events are told by every module');
  t.equal(added('full-racks').length, 7);
  const manifest = (id: string) => readFileSync(join(folder, id, 'package.json'), 'utf8');
  t.match(manifest('site-racks'), /module-organizations/);
  t.notMatch(manifest('job-racks'), /module-organizations/);
  for (const id of Object.keys(KINDS))
    for (const name of filesOf(id))
      t.notMatch(
        readFileSync(join(folder, id, name), 'utf8'),
        /example[-_ ]?(module|item)|\/\/ (only|without)\b/i,
        `${id}/${name}`,
      );
});

t.test('what is written keeps the rules of the sources', async (t) => {
  const tree = treeWithModules();
  const found = [
    ...tree.unreadable,
    ...checkLayers(tree, readLayers(repositoryRoot)),
    ...checkBoundaries(tree),
    ...checkFileCycles(tree),
    ...checkPackageCycles(tree),
    ...checkRequires(tree),
    ...checkConfined(tree),
  ];
  t.same(found, []);
});

t.test('what is written has sound types', async (t) => {
  const config = {
    extends: join(repositoryRoot, 'tsconfig.json'),
    include: ['./**/*.ts'],
    exclude: ['*/console'],
  };
  t.equal(await complaintsOfTypes(folder, config), '');
});
