import { gzipSync } from 'node:zlib';
import t from 'tap';
import Type from 'typebox';
import { route } from '../index.ts';
import { assemble } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';
import { raw } from './support/raw-request.ts';

const any = Type.Unknown();
const open = { public: 'a test' } as const;
const echo = route({
  id: 'test.echo',
  method: 'POST',
  path: '/echo',
  summary: 'Echoes',
  access: open,
  body: any,
  handle: ({ body }) => ({ body }),
});
const form = route({
  id: 'test.form',
  method: 'POST',
  path: '/form',
  summary: 'Takes forms',
  access: open,
  lenient: true,
  body: Type.Object({ a: Type.String() }),
  bodyKind: 'form_or_json',
  handle: ({ body }) => body,
});
const upload = route({
  id: 'test.upload',
  method: 'POST',
  path: '/upload',
  summary: 'Takes bytes',
  access: open,
  bodyKind: 'binary',
  bodyTypes: ['application/zip'],
  bodyLimitBytes: 10,
  handle: ({ body }) => ({ bytes: (body as Buffer).length }),
});
const bare = bareRoute('bare', { method: 'POST' });
const query = route({
  id: 'test.query',
  method: 'GET',
  path: '/query',
  summary: 'Takes a query',
  access: open,
  query: Type.Object({
    page: Type.Integer({ minimum: 1, default: 1 }),
    on: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(Type.String())),
  }),
  handle: ({ query: values }) => values,
});
const all = [echo, form, upload, bare, query];
const json = { 'content-type': 'application/json' };

t.test('a body over its limit is 413 in its own shape, announced, chunked or unpacked', async (t) => {
  const { call, port } = await assemble(t, all);
  const detail = { detail: 'request body exceeds 1048576-byte limit' };
  const announced = await call('/echo', {
    method: 'POST',
    headers: json,
    body: JSON.stringify('x'.repeat(1_048_576)),
  });
  t.equal(announced.status, 413);
  t.same(announced.json, detail);
  const without = await call('/bare', { method: 'POST', body: 'x'.repeat(1_048_577) });
  t.equal(without.status, 413, 'also where no body is wanted');
  const bomb = await call('/echo', {
    method: 'POST',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: Uint8Array.from(gzipSync(Buffer.alloc(50 * 1_048_576, 32))),
  });
  t.equal(bomb.status, 413);
  t.same(bomb.json, detail);
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  const head =
    'POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  t.match(await raw(port, `${head}${chunk.repeat(20)}0\r\n\r\n`), /^HTTP\/1.1 413 [\s\S]*1048576-byte limit/);
  const small = await call('/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: 'x'.repeat(11),
  });
  t.same([small.status, small.json], [413, { detail: 'request body exceeds 10-byte limit' }]);
});

t.test('a body as large as its limit is taken', async (t) => {
  const { call } = await assemble(t, all);
  const body = JSON.stringify('x'.repeat(1_048_574));
  t.equal(body.length, 1_048_576);
  t.equal((await call('/echo', { method: 'POST', headers: json, body })).status, 200);
  const zip = await call('/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: 'x'.repeat(10),
  });
  t.same(zip.json, { bytes: 10 });
});

t.test('malformed, too deep and poisoned JSON is 400', async (t) => {
  const { call } = await assemble(t, all);
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const status = async (body: string) =>
    (await call('/echo', { method: 'POST', headers: json, body })).status;
  for (const body of [
    '{',
    '{"a":}',
    "{'a':1}",
    'nul',
    nested(200_000),
    nested(65),
    '{"__proto__":{"x":1}}',
    '{"a":'.repeat(70),
  ])
    t.equal(await status(body), 400, body.slice(0, 20));
  t.equal(await status(nested(64)), 200);
  t.equal(await status(`${'{"a":'.repeat(63)}1${'}'.repeat(63)}`), 200);
});

t.test('a body of more values than it may hold is refused by its text, before it is parsed', async (t) => {
  const { call } = await assemble(t, all);
  const details = async (body: string) => {
    const answer = await call('/echo', { method: 'POST', headers: json, body });
    return [answer.status, answer.json?.error?.details?.[0]];
  };
  const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}:,[{":1`).join()}}`;
  const items = (count: number) => `[${Array.from({ length: count }, () => '0').join()}]`;
  const refusal = (message: string) => [422, { field: '', message, type: 'too_long' }];
  t.same(await details(members(20_000)), [200, undefined]);
  t.same(await details(members(20_001)), refusal('holds more than 20000 members of objects in all'));
  t.same(await details(items(100_000)), [200, undefined]);
  t.same(await details(items(100_002)), refusal('holds more than 100000 items of lists in all'));
  t.same(
    await details('{"\\u005f_proto__":1}'),
    [400, undefined],
    'a key is what it means, however it is spelled',
  );
});

t.test('text that cannot be stored is 422', async (t) => {
  const { call } = await assemble(t, all);
  for (const body of ['"\\u0000"', '{"a":["\\ud800"]}', '{"a\\u0000":1}'])
    t.equal((await call('/echo', { method: 'POST', headers: json, body })).status, 422, body);
  t.equal((await call('/query?tags=%00')).status, 422);
});

t.test('a wrong content type or encoding is 415', async (t) => {
  const { call } = await assemble(t, all);
  const status = async (path: string, type: string, more: Record<string, string> = {}) =>
    (await call(path, { method: 'POST', headers: { 'content-type': type, ...more }, body: '{}' })).status;
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'nonsense',
  ])
    t.equal(await status('/echo', type), 415, type);
  t.equal(await status('/echo', 'application/x-www-form-urlencoded'), 415);
  t.equal(await status('/upload', 'application/json'), 415);
  t.equal(await status('/echo', 'application/json', { 'content-encoding': 'lzma' }), 415);
  t.equal(await status('/echo', 'application/json', { 'content-encoding': 'gzip' }), 400, 'not gzip at all');
  t.equal(await status('/echo', 'Application/JSON; charset=utf-8'), 200);
  t.equal(await status('/echo', 'application/merge-patch+json'), 200);
});

t.test('forms are read where a route takes them, and further keys of a lenient one pass', async (t) => {
  const { call } = await assemble(t, all);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  t.same((await call('/form?x=1', { method: 'POST', headers, body: 'a=1&b=2' })).json, { a: '1', b: '2' });
  t.equal((await call('/form', { method: 'POST', headers, body: 'a[x]=1' })).status, 422);
  t.same((await call('/form', { method: 'POST', json: { a: 'j' } })).json, { a: 'j' });
});

t.test('query values are turned from text; unknown, repeated and wrong ones are 422', async (t) => {
  const { call } = await assemble(t, all);
  t.same((await call('/query')).json, { page: 1 });
  t.same((await call('/query?page=2&on=true&tags=a&tags=b')).json, { page: 2, on: true, tags: ['a', 'b'] });
  const details = async (search: string) => {
    const { status, json: answer } = await call(`/query?${search}`);
    return [status, answer.error?.details.map(({ field, type }: Record<string, string>) => [field, type])];
  };
  t.same(await details('page=0'), [422, [['page', 'minimum']]]);
  t.same(await details('page=x'), [422, [['page', 'type']]]);
  t.same(await details('page=1&page=2'), [422, [['page', 'type']]]);
  t.same(await details('nope=1'), [422, [['nope', 'additional_property']]]);
  t.same(await details('__proto__=1'), [422, [['__proto__', 'additional_property']]]);
  t.equal((await call('/bare?x=1', { method: 'POST' })).status, 422, 'also where no query is declared');
});
