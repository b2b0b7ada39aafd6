import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definePermission, PermissionMap } from '@patchbay/kernel/permissions';
import t from 'tap';
import { bundle } from '../build/bundle.ts';
import { checkPages } from '../build/check-pages.ts';
import { type FoundPages, findPages } from '../build/find-pages.ts';
import { writeDist } from '../build/write-dist.ts';
import { FIXTURES, fixtureModule } from './support/modules.ts';
import { temporaryFolder, writeBuild } from './support/serving.ts';

const MODULES = [fixtureModule('racks'), fixtureModule('shelves', 'lib/index.js'), fixtureModule('app')];
const PERMISSIONS = new PermissionMap([
  definePermission({ id: 'racks:read', title: 'See racks', lowest: 'viewer' }),
]);
const KNOWN = { root: FIXTURES, permissions: PERMISSIONS, modules: new Set(['racks', 'shelves']) };

t.test('pages are found beside the declarations of modules, own and installed ones', async (t) => {
  const found = await findPages(FIXTURES, MODULES);
  t.same(
    found.map(({ module, file, pages, contributions }) => ({
      module,
      file: file.slice(FIXTURES.length + 1),
      pages: pages.map(({ path }) => path),
      contributions: contributions.map(({ point }) => point),
    })),
    [
      { module: 'racks', file: 'racks/console/pages.ts', pages: ['/racks'], contributions: ['site.tab'] },
      { module: 'shelves', file: 'shelves/console/pages.js', pages: ['/shelves'], contributions: [] },
    ],
  );
  t.same(checkPages(found, KNOWN), []);
});

t.test('a page that does not fit is refused, with its file', async (t) => {
  const title = { en: 'Racks', de: 'Schränke' };
  const load = () => Promise.resolve({ default: () => null });
  const page = { path: '/racks', title, load };
  const listed = (module: string, pages: FoundPages['pages']): FoundPages => ({
    module,
    file: join(FIXTURES, module, 'pages.ts'),
    pages,
    contributions: [],
  });
  const findings = (...pages: FoundPages['pages']) => checkPages([listed('racks', pages)], KNOWN);
  t.same(findings({ ...page, permission: 'racks:reed' }), [
    'racks/pages.ts: page /racks asks for permission "racks:reed", which no module declares',
  ]);
  t.same(findings({ ...page, permission: ['racks:read', 'racks:none'] }), [
    'racks/pages.ts: page /racks asks for permission "racks:none", which no module declares',
  ]);
  t.same(findings({ ...page, role: 'king' }), [
    'racks/pages.ts: page /racks names the role "king", which is none',
  ]);
  t.same(findings({ ...page, needs: 'rooms' }), [
    'racks/pages.ts: page /racks needs module "rooms", which is not there',
  ]);
  t.same(findings({ ...page, title: { en: 'Racks', de: ' ' } }), [
    'racks/pages.ts: page /racks needs its title in English and German',
  ]);
  t.same(findings({ ...page, path: 'racks' }), [
    'racks/pages.ts: "racks" is no path (/words, parameters as $name)',
  ]);
  t.same(
    checkPages(
      [
        listed('racks', [{ ...page, path: '/racks/$rack_id' }]),
        listed('shelves', [{ ...page, path: '/racks/$id' }]),
      ],
      KNOWN,
    ),
    ['page /racks/$ is declared twice: in racks/pages.ts and in shelves/pages.ts'],
  );
});

t.test('each page is a chunk of its own, and the page links to what the entry needs', async (t) => {
  const dist = join(await temporaryFolder(t), 'dist');
  const built = await bundle(join(FIXTURES, 'app'), await findPages(FIXTURES, MODULES));
  const manifest = await writeDist(dist, built, []);
  t.same(JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')), manifest);
  const names = Object.keys(manifest.assets);
  const textOf = (name: string) => readFile(join(dist, 'assets', name), 'utf8');
  const holding = async (text: string) => {
    const texts = await Promise.all(names.map(async (name) => [name, await textOf(name)] as const));
    return texts.filter(([, content]) => content.includes(text)).map(([name]) => name.replace(/-.*/, ''));
  };
  t.same(await holding('Racks of the fixture'), ['racks']);
  t.same(await holding('Shelves of an installed package'), ['shelves']);
  t.match(manifest.entry, /^main-[\w-]{8}\.js$/);
  t.same(manifest.styles.length, 1);
  t.match(manifest.icon, /^favicon-[\w-]{8}\.svg$/);
  t.ok(manifest.preload.every((name) => names.includes(name)));
  t.same(
    names.filter((name) => name.endsWith('.map')),
    [],
  );
  t.notMatch(await textOf(manifest.entry), /https?:\/\/(?!react\.dev|www\.w3\.org)/);
});

t.test('a build keeps the files of the one before it, and leaves nothing else', async (t) => {
  const folder = await temporaryFolder(t);
  const dist = join(folder, 'dist');
  await writeBuild(dist);
  const small = new Map([['only-f6.js', Buffer.from('export {};')]]);
  const next = { files: small, entry: 'only-f6.js', styles: [], preload: [], icon: 'only-f6.js' };
  const { former } = await writeDist(dist, next, []);
  t.same(Object.keys(former), ['icon-d4.svg', 'main-a1.js', 'main-c3.css', 'shared-b2.js']);
  const other = { ...next, files: new Map([['only-h8.js', Buffer.from('export {};')]]) };
  t.same(Object.keys((await writeDist(dist, other, [])).former), ['only-f6.js']);
  t.same(await readdir(join(dist, 'assets')), ['only-f6.js', 'only-h8.js']);
  const broken = { ...next, files: new Map([['film.mov', Buffer.from('')]]) };
  await t.rejects(writeDist(dist, broken, []), /film\.mov has an ending/);
  t.same(await readdir(folder), ['dist']);
  t.same(await readdir(join(dist, 'assets')), ['only-f6.js', 'only-h8.js']);
});
