import t from 'tap';
import { bootPlatform, freshAddress, PASSWORD, type Person } from '../../harness/index.ts';
import { form, OAUTH2_MODULES, register, renewal, secretOf, tokensFor } from '../support/oauth2.ts';

const environment = { PATCHBAY_MODULES: OAUTH2_MODULES, ACCESS_TOKEN_EXPIRE_MINUTES: '1440' };
const world = await bootPlatform(t, { environment, work: false });
const owner = await world.owner();
const keeper = await world.person('org_admin');
const use = (token: string, path = '/sites') => world.call('GET', path, { token });
const grantsOf = async (as: Person) => (await world.call('GET', '/oauth2/grants', { as })).body;

t.test('a user sees what applications may do and ends it, with every token at once', async (t) => {
  const app = await register(world, keeper);
  const user = await world.person('operator');
  const [one, two] = [await tokensFor(world, user, app), await tokensFor(world, user, app)];
  t.equal((await use(one.access_token)).status, 200);
  const list = await grantsOf(user);
  t.equal(list.total, 1);
  t.match(list.items[0], {
    application: { id: app.id, name: 'Reporter' },
    scopes: ['site:read'],
    created_at: String,
    last_used_at: String,
  });
  const [{ id }] = list.items;
  t.equal((await world.call('DELETE', `/oauth2/grants/${id}`, { as: keeper })).status, 404);
  t.equal((await world.call('DELETE', `/oauth2/grants/${id}`, { as: user })).status, 204);
  for (const { access_token } of [one, two]) t.equal((await use(access_token)).status, 401);
  t.match((await form(world, '/oauth2/token', renewal(app, two.refresh_token))).body, {
    error: 'invalid_grant',
  });
  t.equal((await grantsOf(user)).total, 0);
});

t.test('giving an access token back leaves the refresh token, and another code its tokens', async (t) => {
  const app = await register(world, keeper);
  const user = await world.person('viewer');
  const [one, two] = [await tokensFor(world, user, app), await tokensFor(world, user, app)];
  const revoke = (token: string) => form(world, '/oauth2/revoke', { token, ...secretOf(app) });
  t.equal((await use(one.access_token)).status, 200);
  t.equal((await revoke(one.access_token)).status, 200);
  t.equal((await use(one.access_token)).status, 401);
  const renewed = await form(world, '/oauth2/token', renewal(app, one.refresh_token));
  t.equal(renewed.status, 200);
  t.equal((await revoke(renewed.body.refresh_token)).status, 200);
  t.equal((await use(renewed.body.access_token)).status, 401);
  t.equal((await use(two.access_token)).status, 200);
  t.equal((await revoke('svco_nothing')).status, 200);
});

t.test('a refresh may ask for less, never for more', async (t) => {
  const app = await register(world, keeper);
  const tokens = await tokensFor(world, keeper, app, { scope: 'site:read user:read' });
  const ask = (refresh_token: string, scope: string) =>
    form(world, '/oauth2/token', { ...renewal(app, refresh_token), scope });
  t.match((await ask(tokens.refresh_token, 'site:read site:write')).body, { error: 'invalid_scope' });
  const less = await ask(tokens.refresh_token, 'site:read');
  t.equal(less.body.scope, 'site:read');
  t.equal((await use(less.body.access_token, '/users')).status, 403);
  const all = await form(world, '/oauth2/token', renewal(app, less.body.refresh_token));
  t.equal((await use(all.body.access_token, '/users')).status, 200);
});

t.test('an application that is switched off, deleted or held to less is so at once', async (t) => {
  const app = await register(world, keeper);
  const user = await world.person('org_admin');
  const patch = (body: object, headers = {}) =>
    world.call('PATCH', `/oauth2/applications/${app.id}`, { as: keeper, body, headers });
  const tokens = await tokensFor(world, user, app, { scope: 'site:read user:read' });
  t.equal((await use(tokens.access_token, '/users')).status, 200);
  t.equal((await patch({ scopes: ['site:read'] })).status, 200);
  t.same(
    [(await use(tokens.access_token, '/users')).status, (await use(tokens.access_token)).status],
    [403, 200],
  );
  t.equal((await patch({ name: 'x' }, { 'if-match': '"2020-01-01T00:00:00Z"' })).status, 412);
  t.equal((await patch({ is_active: false })).status, 200);
  t.equal((await use(tokens.access_token)).status, 401);
  t.equal((await form(world, '/oauth2/token', renewal(app, tokens.refresh_token))).status, 401);
  t.equal((await patch({ is_active: true })).status, 200);
  t.equal((await use(tokens.access_token)).status, 401, 'what ended stays ended');
  const again = await tokensFor(world, user, app);
  t.equal((await world.call('DELETE', `/oauth2/applications/${app.id}`, { as: keeper })).status, 204);
  t.equal((await use(again.access_token)).status, 401);
  t.equal((await world.call('GET', `/oauth2/applications/${app.id}`, { as: keeper })).status, 404);
});

t.test('a rotated secret ends the former one', async (t) => {
  const app = await register(world, keeper);
  const rotate = (id: string) =>
    world.call('POST', `/oauth2/applications/${id}/rotate-secret`, { as: keeper });
  const rotated = await rotate(app.id);
  t.equal(rotated.status, 200);
  const ask = (client_secret: unknown) =>
    form(world, '/oauth2/introspect', {
      token: 'x',
      client_id: app.client_id,
      client_secret: String(client_secret),
    });
  t.equal((await ask(app.client_secret)).status, 401);
  t.same((await ask(rotated.body.client_secret)).body, { active: false });
  const open = await register(world, keeper, { confidential: false });
  t.equal((await rotate(open.id)).status, 409);
});

t.test('a change of the password ends every grant', async (t) => {
  const app = await register(world, keeper);
  const user = await world.person('viewer');
  const tokens = await tokensFor(world, user, app);
  const changed = await world.call('POST', '/auth/password/change', {
    as: user,
    body: { current_password: PASSWORD, new_password: 'Another-password-7' },
    from: freshAddress(),
  });
  t.equal(changed.status, 204);
  t.equal((await use(tokens.access_token)).status, 401);
  t.match((await form(world, '/oauth2/token', renewal(app, tokens.refresh_token))).body, {
    error: 'invalid_grant',
  });
  const back = await world.signIn(user.email, 'Another-password-7');
  t.equal((await grantsOf(back)).total, 0);
  const anew = await tokensFor(world, back, app);
  t.equal((await use(anew.access_token)).status, 200);
});

t.test('people learn what tokens concern them, administrators those of their organization', async (t) => {
  const app = await register(world, keeper);
  const [user, other] = [await world.person('viewer'), await world.person('viewer')];
  const stranger = await world.person('org_admin', await world.organization('Elsewhere'));
  const { access_token, refresh_token } = await tokensFor(world, user, app);
  const ask = async (token: string, as: { token?: string; apiKey?: string }) =>
    (await form(world, '/oauth2/introspect', { token }, as)).body;
  t.match(await ask(access_token, user), { active: true, sub: user.user_id, aud: 'svc-api' });
  t.match(await ask(refresh_token, keeper), { active: true, client_id: app.client_id });
  for (const nobody of [other, stranger]) t.same(await ask(access_token, nobody), { active: false });
  t.same(await ask(user.token, keeper), { active: false }, 'a session is none of these');
  const key = async (scopes?: string[]) =>
    (await world.call('POST', '/api-keys', { as: keeper, body: { name: 'k', scopes } })).body.secret;
  t.match(await ask(access_token, { apiKey: await key() }), { active: true });
  t.same(await ask(access_token, { apiKey: await key(['user:read']) }), { active: false });
  t.same(await ask(access_token, { token: access_token }), { active: false });
  t.match(await ask(access_token, {}), { error: 'invalid_client' });
});

t.test('what was decided, issued and given back is in the audit record', async (t) => {
  const listed = async (action: string) =>
    (await world.call('GET', `/audit?action=${action}&per_page=200`, { as: keeper })).body.items;
  for (const action of [
    'oauth2.applications.create',
    'oauth2.applications.rotate_secret',
    'oauth2.authorize',
    'oauth2.token_revoked',
    'oauth2.grants.revoke',
  ])
    t.ok((await listed(action)).length > 0, action);
  t.match((await listed('oauth2.token_issued'))[0], {
    actor_kind: 'oauth2',
    key_id: String,
    actor_id: String,
  });
  const valid = await world.call('GET', '/audit/validate', { as: keeper });
  t.match(valid.body, { valid: true });
});

t.test('only administrators with an unscoped credential register applications', async (t) => {
  const viewer = await world.person('viewer');
  t.equal((await world.call('GET', '/oauth2/applications', { as: viewer })).status, 403);
  const scoped = await world.call('POST', '/api-keys', {
    as: keeper,
    body: { name: 'k', scopes: ['user:read'] },
  });
  t.equal((await world.call('GET', '/oauth2/applications', { apiKey: scoped.body.secret })).status, 403);
  t.equal(owner.role, 'super_admin');
});
