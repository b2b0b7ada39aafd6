import { Readable } from 'node:stream';
import t from 'tap';
import Type from 'typebox';
import { createLogger } from '../../../telemetry/index.ts';
import { assertUnchanged, etagOf } from '../../database/index.ts';
import { route } from '../index.ts';
import { assemble } from './support/assembly.ts';

const open = { public: 'a test' } as const;
const base = { method: 'GET', summary: 'Answers', access: open } as const;
const Nullable = Type.Union([Type.Object({ a: Type.Integer() }), Type.Null()]);
const shapes = route({
  ...base,
  id: 'test.shapes',
  path: '/shapes',
  reply: Type.Object(
    {
      some: Nullable,
      none: Nullable,
      text: Type.Union([Type.String(), Type.Null()]),
      either: Type.Union([
        Type.Object({ kind: Type.Literal('x'), x: Type.Integer() }, { additionalProperties: false }),
        Type.Object({ kind: Type.Literal('y'), y: Type.Integer() }, { additionalProperties: false }),
      ]),
      open: Type.Record(Type.String(), Type.Unknown()),
      both: Type.Intersect([Type.Object({ p: Type.Integer() }), Type.Object({ q: Type.Integer() })]),
    },
    { additionalProperties: false },
  ),
  handle: () => ({
    some: { a: 1, secret: 2 },
    none: null,
    text: null,
    either: { kind: 'y' as const, y: 1, secret: 2 },
    open: { anything: [1] },
    both: { p: 1, q: 2, secret: 3 },
    secret: 1,
  }),
});
const broken = route({
  ...base,
  id: 'test.broken',
  path: '/broken',
  reply: Type.Object({ status: Type.Enum(['on', 'off']), name: Type.String() }),
  handle: (() => ({ status: 'strange', name: null })) as never,
});
const cookies = route({
  ...base,
  id: 'test.cookies',
  path: '/cookies',
  handle: ({ reply }) => {
    reply.cookie('svc_access', 'a.b', { maxAgeMs: 60_000 });
    reply.cookie('svc_csrf', 'c', { httpOnly: false, sameSite: 'strict' });
    reply.cookie('old', null);
    reply.header('X-Total-Count', '3');
    reply.status(202);
    return [];
  },
});
const stream = route({
  ...base,
  id: 'test.stream',
  path: '/stream',
  produces: 'text/csv',
  handle: ({ reply }) => {
    reply.header('Content-Disposition', 'attachment');
    return Readable.from(['a,b\n', '1,2\n']);
  },
});
const failing = route({
  ...base,
  id: 'test.failing',
  path: '/failing-stream',
  produces: 'text/csv',
  handle: () =>
    Readable.from(
      (function* () {
        yield 'a';
        throw new Error('torn');
      })(),
    ),
});
const bytes = route({
  ...base,
  id: 'test.bytes',
  path: '/bytes',
  produces: 'image/jpeg',
  handle: () => Buffer.from([1, 2]),
});
const redirect = route({
  ...base,
  id: 'test.redirect',
  path: '/redirect',
  status: 302,
  handle: ({ reply }) => {
    reply.header('Location', 'https://elsewhere.example/');
  },
});
const wide = route({
  ...base,
  id: 'test.wide',
  path: '/wide',
  reply: Type.Object({ text: Type.String() }),
  handle: () => ({ text: 'zażółć 🦊' }),
});
const facts = route({
  ...base,
  id: 'test.facts',
  path: '/facts',
  lenient: true,
  handle: ({ request }) => ({
    id: request.id,
    ip: request.ip,
    method: request.method,
    path: request.path,
    user_agent: request.user_agent,
    is_secure: request.is_secure,
    if_match: request.if_match,
    base_url: request.base_url,
    cookie: request.cookie('b'),
    header: request.header('X-Some'),
    aborted: request.signal.aborted,
  }),
});
const all = [shapes, broken, cookies, stream, failing, bytes, redirect, wide, facts];

t.test('nothing undeclared leaves, inside unions and nullables too', async (t) => {
  const { call } = await assemble(t, all);
  const { json } = await call('/shapes');
  t.same(json, {
    some: { a: 1 },
    none: null,
    text: null,
    either: { kind: 'y', y: 1 },
    open: { anything: [1] },
    both: { p: 1, q: 2 },
  });
});

t.test('a reply that breaks its schema is 500 where replies are checked', async (t) => {
  t.equal((await (await assemble(t, all)).call('/broken')).status, 500);
  t.equal((await (await assemble(t, all, { validateReplies: false })).call('/broken')).status, 200);
});

t.test('a handler sets status, headers and cookies', async (t) => {
  const { call } = await assemble(t, all);
  const { status, headers, json } = await call('/cookies');
  t.equal(status, 202);
  t.same(json, []);
  t.equal(headers.get('x-total-count'), '3');
  t.same(headers.getSetCookie(), [
    'svc_access=a.b; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
    'svc_csrf=c; Path=/; SameSite=Strict',
    'old=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
});

t.test('text, bytes, streams and redirects go out as they are', async (t) => {
  const { call } = await assemble(t, all);
  const csv = await call('/stream');
  t.same([csv.text, csv.headers.get('content-type')], ['a,b\n1,2\n', 'text/csv']);
  t.equal(csv.headers.get('content-disposition'), 'attachment');
  t.equal((await call('/stream', { method: 'HEAD' })).text, '');
  t.equal((await call('/bytes')).headers.get('content-length'), '2');
  const away = await call('/redirect');
  t.same([away.status, away.headers.get('location')], [302, 'https://elsewhere.example/']);
  t.same((await call('/wide')).json, { text: 'zażółć 🦊' });
});

t.test('a stream that fails on the way cuts the connection and nothing else', async (t) => {
  const { call } = await assemble(t, all);
  await t.rejects(call('/failing-stream'));
  t.equal((await call('/wide')).status, 200);
});

t.test('handlers see facts of their request', async (t) => {
  const { call, port } = await assemble(t, all);
  const headers = {
    'x-request-id': 'mine',
    cookie: 'a=1; b=2',
    'x-some': 'thing',
    'user-agent': 'tests',
    'if-match': '"x"',
  };
  t.same((await call('/facts', { headers })).json, {
    id: 'ext-mine',
    ip: '127.0.0.1',
    method: 'GET',
    path: '/api/v1/facts',
    user_agent: 'tests',
    is_secure: false,
    if_match: '"x"',
    base_url: `http://127.0.0.1:${port}`,
    cookie: '2',
    header: 'thing',
    aborted: false,
  });
});

t.test('If-Match holds for the tag, a list with it, its weak form, and anything', async (t) => {
  const now = '2026-01-01T00:00:00.000001Z';
  for (const header of [null, etagOf(now), `"x", ${etagOf(now)}`, `W/${etagOf(now)}`, '*'])
    assertUnchanged(header, now);
  for (const header of ['"x"', now, '', '"2026-01-01T00:00:00.000002Z"'])
    t.throws(() => assertUnchanged(header, now), /changed since it was read/);
});

t.test('refusals are logged with their id, and no secret of the URL', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  const { call } = await assemble(t, all, { logger: createLogger({ level: 'info', stream }) });
  await call('/nowhere?a=1&token=planted&code=planted', {
    headers: { 'x-request-id': 'mine', authorization: 'Bearer planted', cookie: 'svc_access=planted' },
  });
  await call('/wide');
  t.match(lines, [
    {
      message: 'request',
      request_id: 'ext-mine',
      status: 404,
      url: '/api/v1/nowhere?[3 not declared]',
    },
  ]);
  t.equal(lines.length, 1, 'reads that went well are not logged');
  t.notMatch(JSON.stringify(lines), /planted/);
});
