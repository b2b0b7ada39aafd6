import t from 'tap';
import Type from 'typebox';
import { conflict } from '../../../errors/index.ts';
import { removeExpiredKeys, route } from '../index.ts';
import { assemble, type CallOptions } from './support/assembly.ts';
import { databaseFor } from './support/database.ts';

const database = await databaseFor(t);
let runs = 0;
let held: Promise<void> | undefined;
const Made = Type.Object({ id: Type.String(), n: Type.Integer() });
const shared = { method: 'POST', summary: 'Makes', access: { authenticated: true } } as const;
const make = route({
  ...shared,
  id: 'test.make',
  path: '/make',
  status: 201,
  body: Type.Object({ name: Type.String() }),
  query: Type.Object({ dry: Type.Optional(Type.Boolean()) }),
  reply: Made,
  handle: async ({ body, reply }) => {
    runs += 1;
    await held;
    if (body.name === 'taken') throw conflict();
    if (body.name === 'broken') throw new Error('broken');
    reply.header('X-Total-Count', String(runs));
    return { id: `id-${runs}`, n: runs };
  },
});
const secret = route({
  ...shared,
  id: 'test.secret',
  path: '/secret',
  secretReply: true,
  reply: Type.Object({ id: Type.String(), secret: Type.String() }),
  handle: () => ({ id: 'key-1', secret: 'hush' }),
});
const nothing = route({ ...shared, id: 'test.nothing', path: '/nothing', handle: () => undefined });
const { call, clock } = await assemble(t, [make, secret, nothing], { database });

const post = (path: string, key: string, more: CallOptions = {}) =>
  call(path, {
    method: 'POST',
    as: 'viewer',
    json: { name: 'a' },
    ...more,
    headers: { 'idempotency-key': key, ...more.headers },
  });

t.test('the same key gives the same answer, and nothing happens twice', async (t) => {
  const before = runs;
  const first = await post('/make', 'one');
  const again = await post('/make/', 'other-path-spelling').then(() => post('/make', 'one'));
  t.equal(first.status, 201);
  t.equal(again.status, 201);
  t.same(again.json, first.json);
  t.equal(again.headers.get('x-total-count'), first.headers.get('x-total-count'));
  t.equal(again.headers.get('idempotency-replayed'), 'true');
  t.equal(first.headers.get('idempotency-replayed'), null);
  t.equal(runs, before + 2);
});

t.test('another body or query is 422, another principal or path its own request', async (t) => {
  await post('/make', 'two');
  t.equal((await post('/make', 'two', { json: { name: 'b' } })).status, 422);
  t.equal((await post('/make?dry=true', 'two')).status, 422);
  const before = runs;
  t.equal((await post('/make', 'two', { as: 'scoped' })).status, 201);
  t.equal(runs, before + 1);
  t.equal((await post('/nothing', 'two')).status, 204);
});

t.test('a request still running is 409', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const before = runs;
  const first = post('/make', 'three');
  while (runs === before) await new Promise((again) => setImmediate(again));
  t.equal((await post('/make', 'three')).status, 409);
  resolve();
  t.equal((await first).status, 201);
  held = undefined;
  t.equal((await post('/make', 'three')).status, 201);
  t.equal(runs, before + 1);
});

t.test('refusals replay with the id of the new request, failures do not', async (t) => {
  const before = runs;
  await post('/make', 'four', { json: { name: 'taken' } });
  const again = await post('/make', 'four', {
    json: { name: 'taken' },
    headers: { 'x-request-id': 'second' },
  });
  t.equal(again.status, 409);
  t.equal(again.json.error.request_id, 'second');
  t.equal(runs, before + 1);
  t.equal((await post('/make', 'five', { json: { name: 'broken' } })).status, 500);
  t.equal((await post('/make', 'five', { json: { name: 'broken' } })).status, 500);
  t.equal(runs, before + 3);
});

t.test('an answer that held a secret is not repeated, its replay names the resource', async (t) => {
  t.equal((await post('/secret', 'six')).status, 200);
  const again = await post('/secret', 'six');
  t.equal(again.status, 409);
  t.same(again.json.error.details, [{ field: 'id', message: 'key-1', type: 'resource_id' }]);
  t.notMatch(again.text, /hush/);
});

t.test('an empty answer replays', async (t) => {
  t.equal((await post('/nothing', 'seven')).status, 204);
  const again = await post('/nothing', 'seven');
  t.equal(again.status, 204);
  t.equal(again.headers.get('idempotency-replayed'), 'true');
});

t.test('access is checked again before a replay', async (t) => {
  await post('/make', 'eight');
  t.equal((await post('/make', 'eight', { as: 'expired' })).status, 401);
});

t.test('a key that is too long is 400', async (t) => {
  t.equal((await post('/make', 'k'.repeat(129))).status, 400);
  t.equal((await post('/make', 'k'.repeat(128))).status, 201);
});

t.test('ten at once with one key run once', async (t) => {
  const before = runs;
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/make', 'nine')));
  t.equal(runs, before + 1);
  for (const { status } of answers) t.ok(status === 201 || status === 409);
});

t.test('after 24 hours a key is new, and expired rows are removed', async (t) => {
  const before = runs;
  await post('/make', 'ten');
  clock.advance(24 * 60 * 60 * 1_000 + 1);
  t.equal((await post('/make', 'ten', { json: { name: 'other' } })).status, 201);
  t.equal(runs, before + 2);
  t.ok((await removeExpiredKeys(database, clock)) > 5);
  t.equal(await removeExpiredKeys(database, clock), 0);
  t.equal(
    (await post('/make', 'ten', { json: { name: 'other' } })).headers.get('idempotency-replayed'),
    'true',
  );
});
