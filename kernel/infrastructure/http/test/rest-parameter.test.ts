import { Readable } from 'node:stream';
import t from 'tap';
import Type from 'typebox';
import { type AnyRoute, openApiDocument, parametersOf, RouteConflict, route } from '../index.ts';
import { assemble } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';
import { raw } from './support/raw-request.ts';

const shared = { method: 'GET', access: { public: 'a test' }, summary: 'A test' } as const;

const rest = route({
  ...shared,
  id: 'test.rest',
  path: '/files/{path*}',
  mount: 'root',
  params: { path: Type.String({ maxLength: 100 }) },
  handle: ({ params }) => ({ rest: params.path }),
});
const named = route({
  ...shared,
  id: 'test.named',
  path: '/files/{file_id}',
  mount: 'root',
  params: { file_id: Type.String() },
  handle: ({ params }) => ({ named: params.file_id }),
});
const deeper = route({
  ...shared,
  id: 'test.deeper',
  path: '/files/kept/{path*}',
  mount: 'root',
  params: { path: Type.String() },
  handle: ({ params }) => ({ kept: params.path }),
});
const fixed = bareRoute('fixed', { path: '/files/kept/one', mount: 'root', handle: () => ({ fixed: true }) });
const all: readonly AnyRoute[] = [rest, named, deeper, fixed];

t.test('a last parameter takes the rest of the path, decoded and with its slashes', async (t) => {
  const { call } = await assemble(t, [rest]);
  const cases = {
    '/files': '',
    '/files/': '',
    '/files/a': 'a',
    '/files/a/b.js': 'a/b.js',
    '/files/a/b/': 'a/b',
    '/files/a%2Fb/%C3%A4': 'a/b/ä',
    '/files/a//b': 'a//b',
  };
  for (const [path, expected] of Object.entries(cases))
    t.same((await call(`=${path}`)).json, { rest: expected }, path);
  t.equal((await call('=/filesystem')).status, 404);
  t.equal((await call('=/file')).status, 404);
  t.equal((await call(`=/files/${'a/'.repeat(60)}`)).status, 400, 'its schema is held');
});

t.test('whatever is more precise goes before it, whichever was declared first', async (t) => {
  for (const routes of [all, all.toReversed()]) {
    const { call } = await assemble(t, routes);
    const cases = {
      '/files': { rest: '' },
      '/files/a': { named: 'a' },
      '/files/a/b': { rest: 'a/b' },
      '/files/kept': { kept: '' },
      '/files/kept/one': { fixed: true },
      '/files/kept/two': { kept: 'two' },
      '/files/kept/one/more': { kept: 'one/more' },
    };
    for (const [path, expected] of Object.entries(cases))
      t.same((await call(`=${path}`)).json, expected, path);
  }
});

t.test('other methods are refused with those that the path knows', async (t) => {
  const { call, port } = await assemble(t, all);
  const answer = await call('=/files/a/b', { method: 'DELETE' });
  t.same([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  t.equal((await call('=/files/a/b', { method: 'HEAD' })).status, 200);
  const dots = await raw(port, 'GET /files/../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  t.match(dots, /\{"rest":"\.\.\/etc\/passwd"\}$/, 'the handler gets dots as they are sent');
});

t.test('it stands at the end, in a segment of its own, and once', async (t) => {
  for (const path of ['/a/{b*}/c', '/a/b{c*}', '/a/{b*}/', '/{b*}{c*}'])
    await t.rejects(assemble(t, [bareRoute('bad', { path })]), { name: 'RouteDeclarationError' }, path);
  await t.rejects(
    assemble(t, [bareRoute('one', { path: '/a/{b*}' }), bareRoute('two', { path: '/a/{c*}' })]),
    RouteConflict,
  );
  t.same(parametersOf('/a/{b}/{c*}'), ['b', 'c']);
});

t.test('the document names it without its sign and says what it takes', async (t) => {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into a document
  const { paths } = openApiDocument([rest], { version: '26.09.0' }) as any;
  t.same(Object.keys(paths), ['/files/{path}']);
  t.same(paths['/files/{path}'].get.parameters, [
    {
      name: 'path',
      in: 'path',
      required: true,
      description: 'The rest of the path, slashes included; it may be empty.',
      schema: { type: 'string', maxLength: 100 },
    },
  ]);
});

t.test('a handler sees which media type the caller prefers', async (t) => {
  const types = ['application/json', 'text/html'];
  const chosen = route({
    ...shared,
    id: 'test.chosen',
    path: '/chosen',
    handle: ({ request }) => ({ type: request.accepts(types) }),
  });
  const { call } = await assemble(t, [chosen]);
  const cases = {
    '*/*': 'application/json',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8': 'text/html',
    'text/html;q=0.5, application/json': 'application/json',
    'text/*': 'text/html',
    'image/png': null,
  };
  for (const [accept, type] of Object.entries(cases))
    t.same((await call('/chosen', { headers: { accept } })).json, { type }, accept);
});

t.test('an answer with caching of its own carries no default against caches', async (t) => {
  const kept = route({
    ...shared,
    id: 'test.kept',
    path: '/kept',
    produces: 'text/plain; charset=utf-8',
    handle: ({ reply }) => {
      reply.header('Cache-Control', 'max-age=60');
      return Readable.from(['kept']);
    },
  });
  const { call } = await assemble(t, [kept]);
  const { headers, text } = await call('/kept');
  t.same([headers.get('cache-control'), headers.get('pragma'), text], ['max-age=60', null, 'kept']);
});
