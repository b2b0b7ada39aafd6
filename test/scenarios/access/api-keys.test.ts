import t from 'tap';
import { bootPlatform, type Person } from '../../harness/index.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
const owner = await harness.owner();
const admin = await harness.person('org_admin');

const make = (as: Person, body: unknown) => harness.call('POST', '/api-keys/', { as, body });
const use = (apiKey: string, path: string, method = 'GET', body?: unknown) =>
  harness.call(method, path, { apiKey, ...(body === undefined ? {} : { body }) });

t.test('a key is shown once and works until it is revoked', async (t) => {
  const made = await make(admin, { name: 'script', description: 'nightly', expires_in_days: 1 });
  t.equal(made.status, 201);
  t.match(made.body, {
    name: 'script',
    scopes: null,
    prefix: /^svck_[A-Za-z0-9]{12}$/,
    user_id: admin.user_id,
  });
  t.ok(made.body.secret.startsWith(made.body.prefix));
  const list = await harness.call('GET', '/api-keys', { as: admin });
  t.equal(list.body.total, 1);
  t.notOk('secret' in list.body.items[0] || 'key_hash' in list.body.items[0]);
  t.equal((await use(made.body.secret, '/users')).status, 200);
  t.equal((await use(made.body.secret, '/sites', 'POST', { name: 'By key' })).status, 201);
  t.equal((await use(`${made.body.secret.slice(0, -2)}xx`, '/users')).status, 401);
  t.equal((await harness.call('DELETE', `/api-keys/${made.body.id}`, { as: owner })).status, 404);
  t.equal((await harness.call('DELETE', `/api-keys/${made.body.id}`, { as: admin })).status, 204);
  t.equal((await use(made.body.secret, '/users')).status, 401);
});

t.test('scopes are a ceiling, for super administrators too', async (t) => {
  const made = await make(owner, { name: 'reader', scopes: ['site:read'] });
  const { secret } = made.body;
  t.equal((await use(secret, '/sites')).status, 200);
  t.equal((await use(secret, '/sites', 'POST', { name: 'No' })).status, 403);
  t.equal((await use(secret, '/users')).status, 403);
  t.equal((await use(secret, '/organizations')).status, 403);
  t.equal((await use(secret, '/auth/me', 'PATCH', { email: 'evil@example.com' })).status, 403);
  t.same((await use(secret, '/auth/me')).body.permissions, ['site:read']);
  const wild = await make(owner, { name: 'wild', scopes: ['site:*'] });
  t.equal((await use(wild.body.secret, '/sites', 'POST', { name: 'Yes' })).status, 201);
  const bare = await make(owner, { name: 'bare', scopes: ['*'] });
  t.equal((await use(bare.body.secret, '/sites')).status, 403);
});

t.test('scopes that mean nothing are 422, scopes beyond ones own 403', async (t) => {
  const viewer = await harness.person('viewer');
  t.equal((await make(viewer, { name: 'k', scopes: [] })).status, 422);
  t.equal((await make(viewer, { name: 'k', scopes: ['no:such'] })).status, 422);
  t.equal((await make(viewer, { name: 'k', scopes: ['x'.repeat(101)] })).status, 422);
  t.equal((await make(viewer, { name: 'k', scopes: ['site:write'] })).status, 403);
  t.equal((await make(viewer, { name: 'k', scopes: ['site:*'] })).status, 403);
  t.equal((await make(viewer, { name: 'k', scopes: ['*'] })).status, 403);
  t.equal((await make(viewer, { name: 'k', expires_in_days: 366 })).status, 422);
  const scoped = await make(admin, { name: 'scoped', scopes: ['site:read'] });
  const unscoped = await make(admin, { name: 'unscoped' });
  for (const { body } of [scoped, unscoped])
    for (const wanted of [{}, { scopes: ['site:write'] }, { scopes: ['site:read'] }]) {
      const answer = await use(body.secret, '/api-keys', 'POST', { name: 'k', ...wanted });
      t.same(
        [answer.status, answer.body.error.type],
        [403, 'reauthentication_required'],
        'keys make no keys',
      );
    }
});

t.test('the fifty-first active key is refused, also to parallel callers', async (t) => {
  const operator = await harness.person('operator');
  const answers = await Promise.all(
    Array.from({ length: 53 }, (_, index) => make(operator, { name: `k${index}` })),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 50);
  t.equal(answers.filter(({ status }) => status === 409).length, 3);
});

t.test("a key dies with its user's activity and follows the user's role", async (t) => {
  const operator = await harness.person('admin');
  const key = (await make(operator, { name: 'k' })).body.secret;
  const patch = (body: unknown) => harness.call('PATCH', `/users/${operator.user_id}`, { as: owner, body });
  await patch({ role: 'org_admin' });
  t.equal((await use(key, '/users')).status, 200);
  await patch({ role: 'viewer' });
  t.equal((await use(key, '/users')).status, 403);
  await patch({ is_active: false });
  t.equal((await use(key, '/sites')).status, 403);
});

t.test('an unscoped key of a super administrator works across organizations', async (t) => {
  const key = (await make(owner, { name: 'platform' })).body.secret;
  t.equal((await use(key, '/organizations', 'POST', { name: 'Made by key' })).status, 201);
});

t.test('two credentials in one request are refused', async (t) => {
  const key = (await make(owner, { name: 'both' })).body.secret;
  t.equal((await harness.call('GET', '/sites', { as: owner, apiKey: key })).status, 400);
});
