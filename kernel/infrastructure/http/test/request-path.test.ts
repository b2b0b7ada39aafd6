import t from 'tap';
import Type from 'typebox';
import { defineError } from '../../../errors/index.ts';
import { type AnyRoute, route } from '../index.ts';
import { assemble, mount } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';

const Thing = Type.Object({ id: Type.String(), name: Type.String(), updated_at: Type.String() });
const ID = '018f0000-0000-7000-8000-0000000000bb';
const slugTaken = defineError({ id: 'test.slug_taken', kind: 'conflict', message: 'Taken.', type: 'SLUG' });
const gateClosed = defineError({ id: 'test.gate', kind: 'forbidden', message: 'closed', shape: 'detail' });

const hello = route({
  id: 'test.hello',
  method: 'GET',
  path: '/hello',
  summary: 'Greets',
  access: { public: 'greets anyone' },
  handle: ({ principal }) => ({ role: principal?.role ?? null }),
});
const things = route({
  id: 'test.things',
  method: 'GET',
  path: '/things/{thing_id}',
  summary: 'Reads',
  access: { permission: 'device:read' },
  reply: Thing,
  handle: ({ params }) => ({
    id: params.thing_id,
    name: 'a',
    updated_at: '2026-01-01T00:00:00.000001Z',
    extra: 1,
  }),
});
const mine = bareRoute('mine', {
  path: '/things/mine',
  access: { authenticated: true },
  handle: () => ({ mine: true }),
});
const create = route({
  id: 'test.create',
  method: 'POST',
  path: '/things',
  summary: 'Creates',
  access: { permission: 'device:write' },
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 5 }),
    steps: Type.Optional(Type.Array(Type.Object({ operation_id: Type.String() }))),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    mail: Type.Optional(Type.String({ format: 'email' })),
    size: Type.Integer({ default: 3 }),
  }),
  status: 201,
  handle: ({ body }) => body,
});
const failing = (id: string, thrown: () => unknown): AnyRoute =>
  route({
    id: `test.${id}`,
    method: 'GET',
    path: `/${id}`,
    summary: 'Fails',
    access: { public: 'a test' },
    handle: () => {
      throw thrown();
    },
  });

const all = [
  hello,
  things,
  mine,
  create,
  failing('taken', () => slugTaken()),
  failing('gate', () => gateClosed()),
  failing('bug', () => new TypeError('secret detail')),
  failing('text', () => 'not even an error'),
];

t.test('security headers, request id and response time stand on every answer', async (t) => {
  const { call } = await assemble(t, all);
  for (const path of ['/hello', '/nowhere', '/things/mine', '/bug', '/taken']) {
    const { headers } = await call(path);
    t.match(Object.fromEntries(headers), {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-xss-protection': '1; mode=block',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store, no-cache, must-revalidate',
      pragma: 'no-cache',
      'permissions-policy': /camera/,
      'content-security-policy': /default-src 'none'/,
      'x-response-time': /ms$/,
      'x-request-id': /^[0-9a-f-]{36}$/,
    });
    t.notOk(headers.has('strict-transport-security'));
  }
});

t.test('an acceptable request id is echoed, another is replaced', async (t) => {
  const { call } = await assemble(t, all);
  const sent = await call('/nowhere', { headers: { 'x-request-id': 'trace_1-A' } });
  t.equal(sent.headers.get('x-request-id'), 'trace_1-A');
  t.equal(sent.json.error.request_id, 'trace_1-A');
  for (const bad of ['has space', 'a'.repeat(129), 'a;b']) {
    const { headers } = await call('/nowhere', { headers: { 'x-request-id': bad } });
    t.match(headers.get('x-request-id'), /^[0-9a-f-]{36}$/);
  }
});

t.test('declared errors become the envelope, or detail where they say so', async (t) => {
  const { call } = await assemble(t, all);
  const taken = await call('/taken', { headers: { 'x-request-id': 'r' } });
  t.equal(taken.status, 409);
  t.same(taken.json, { error: { code: 409, message: 'Taken.', request_id: 'r', type: 'SLUG' } });
  const gate = await call('/gate');
  t.equal(gate.status, 403);
  t.same(gate.json, { detail: 'closed' });
});

t.test('an unhandled exception is a generic 500', async (t) => {
  const { call } = await assemble(t, all);
  for (const path of ['/bug', '/text']) {
    const { status, json, text } = await call(path, { headers: { 'x-request-id': 'r' } });
    t.equal(status, 500);
    t.same(json, { error: { code: 500, message: 'Internal server error.', request_id: 'r' } });
    t.notMatch(text, /secret/);
  }
});

t.test('a route needs a credential, and one that is enough', async (t) => {
  const { call } = await assemble(t, all);
  const none = await call(`/things/${ID}`);
  t.equal(none.status, 401);
  t.equal(none.headers.get('www-authenticate'), 'Bearer');
  t.equal((await call(`/things/${ID}`, { as: 'nonsense' })).status, 401);
  t.equal((await call(`/things/${ID}`, { as: 'expired' })).status, 401);
  t.equal((await call(`/things/${ID}`, { as: 'inactive' })).status, 403);
  t.equal((await call(`/things/${ID}`, { as: 'broken' })).status, 500);
  t.equal((await call(`/things/${ID}`, { as: 'viewer' })).status, 200);
  t.equal((await call(`/things/${ID}`, { as: 'scoped' })).status, 200);
  t.equal((await call('/things', { as: 'viewer', method: 'POST', json: { name: 'a' } })).status, 403);
  t.equal((await call('/things', { as: 'scoped', method: 'POST', json: { name: 'a' } })).status, 403);
  t.equal((await call('/things', { as: 'operator', method: 'POST', json: { name: 'a' } })).status, 201);
  t.equal((await call('/things/mine', { headers: { authorization: 'Basic dTpw' } })).status, 401);
  t.equal((await call('/things/mine', { headers: { 'x-api-key': 'viewer' } })).status, 200);
  t.equal((await call('/things/mine', { headers: { cookie: 'a=b; svc_access=viewer' } })).status, 200);
});

t.test('a bad credential on a public route counts as none', async (t) => {
  const { call } = await assemble(t, all);
  t.same((await call('/hello')).json, { role: null });
  t.same((await call('/hello', { as: 'viewer' })).json, { role: 'viewer' });
  for (const as of ['expired', 'inactive', 'nonsense'])
    t.same((await call('/hello', { as })).json, { role: null });
});

t.test('two credentials in one request are refused', async (t) => {
  const { call } = await assemble(t, all);
  const { status, json } = await call('/hello', { as: 'viewer', headers: { 'x-api-key': 'viewer' } });
  t.equal(status, 400);
  t.match(json.error.message, /one credential/);
});

t.test('replies are cut to their schema and carry an ETag', async (t) => {
  const { call } = await assemble(t, all);
  const { json, headers } = await call(`/things/${ID}`, { as: 'viewer' });
  t.same(json, { id: ID, name: 'a', updated_at: '2026-01-01T00:00:00.000001Z' });
  const tag = headers.get('etag') ?? '';
  t.equal(tag, '"2026-01-01T00:00:00.000001Z"');
  const same = await call(`/things/${ID}`, { as: 'viewer', headers: { 'if-none-match': tag } });
  t.equal(same.status, 304);
  t.equal(same.text, '');
  t.equal((await call(`/things/${ID}`, { as: 'viewer', headers: { 'if-none-match': '"x"' } })).status, 200);
});

t.test('paths: trailing slash optional, case counts, static before parameter, HEAD for GET', async (t) => {
  const { call } = await assemble(t, all);
  t.equal((await call('/hello/')).status, 200);
  t.equal((await call('/Hello')).status, 404);
  t.equal((await call('//hello')).status, 404);
  t.equal((await call('/things/mine', { as: 'viewer' })).status, 200);
  t.equal((await call(`/things/${ID}/`, { as: 'viewer' })).status, 200);
  const head = await call('/hello', { method: 'HEAD' });
  t.equal(head.status, 200);
  t.equal(head.text, '');
  t.equal(head.headers.get('content-length'), '13');
  t.equal((await call('=/hello')).status, 404, 'nothing of the API stands outside its base');
});

t.test('a path parameter that is no UUID is 400', async (t) => {
  const { call } = await assemble(t, all);
  for (const bad of ['1', 'x'.repeat(400), "'%20or%201=1", '%00', '%ff'])
    t.equal((await call(`/things/${bad}`, { as: 'viewer' })).status, 400, bad);
});

t.test('a known path with another method is 405 with Allow, an unknown path 404', async (t) => {
  const { call } = await assemble(t, all);
  const { status, headers, json } = await call('/hello', { method: 'DELETE' });
  t.equal(status, 405);
  t.equal(headers.get('allow'), 'GET, HEAD, OPTIONS');
  t.equal(json.error.code, 405);
  const dynamic = await call(`/things/${ID}`, { method: 'PUT' });
  t.equal(dynamic.status, 405);
  t.equal(dynamic.headers.get('allow'), 'GET, HEAD, OPTIONS');
  const options = await call('/hello', { method: 'OPTIONS' });
  t.equal(options.status, 204);
  t.equal((await call('/nowhere', { method: 'DELETE' })).status, 404);
});

t.test('a disabled module is 404 unless its route stays, a degraded one 503', async (t) => {
  let state: 'enabled' | 'disabled' | 'degraded' = 'disabled';
  const stays = route({ ...hello, id: 'test.stays', path: '/stays', whileDisabled: true });
  const { call } = await assemble(t, [mount(hello, () => state), mount(stays, () => state)]);
  t.equal((await call('/hello')).status, 404);
  t.equal((await call('/stays')).status, 200);
  state = 'degraded';
  t.equal((await call('/hello')).status, 503);
  state = 'enabled';
  t.equal((await call('/hello')).status, 200);
});

t.test('body faults are 422 with field, message and a stable word', async (t) => {
  const { call } = await assemble(t, all);
  const post = async (json: unknown) => {
    const { status, json: answer } = await call('/things', { as: 'operator', method: 'POST', json });
    return [
      status,
      answer.error?.details?.map((each: { field: string; type: string }) => [each.field, each.type]),
    ];
  };
  t.same(await post({}), [422, [['name', 'required']]]);
  t.same(await post({ name: 'abcdef' }), [422, [['name', 'too_long']]]);
  t.same(await post({ name: '' }), [422, [['name', 'too_short']]]);
  t.same(await post({ name: 'a', x: 1 }), [422, [['x', 'additional_property']]]);
  t.same(await post({ name: 'a', steps: [{}] }), [422, [['steps.0.operation_id', 'required']]]);
  t.same(await post({ name: 'a', steps: [{ operation_id: 'o', y: 1 }] }), [
    422,
    [['steps.0.y', 'additional_property']],
  ]);
  t.same(await post({ name: 5 }), [422, [['name', 'type']]], 'bodies are never coerced');
  t.same(await post({ name: 'a', count: '5' }), [422, [['count', 'type']]]);
  t.same(await post({ name: 'a', count: 0 }), [422, [['count', 'minimum']]]);
  t.same(await post({ name: 'a', count: 10 }), [422, [['count', 'maximum']]]);
  t.same(await post({ name: 'a', kind: 'c' }), [422, [['kind', 'enum']]]);
  t.same(await post({ name: 'a', mail: 'x' }), [422, [['mail', 'format']]]);
  t.same(await post([]), [422, [['', 'type']]]);
  t.same(await post('text'), [422, [['', 'type']]]);
  t.same(await post({ name: 'a\u0000' }), [422, [['name', 'format']]]);
  t.same((await call('/things', { as: 'operator', method: 'POST', json: { name: 'a' } })).json, {
    name: 'a',
    size: 3,
  });
  t.equal((await call('/things', { as: 'operator', method: 'POST' })).status, 422, 'no body at all');
});
