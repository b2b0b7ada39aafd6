import { ManualClock } from '@patchbay/kernel/telemetry';
import * as client from 'openid-client';
import t from 'tap';
import { bootPlatform, freshAddress, PASSWORD, type Person } from '../harness/index.ts';
import {
  CALLBACK,
  decide,
  form,
  OAUTH2_MODULES,
  proof,
  type Registered,
  register,
  renewal,
  requestOf,
  secretOf,
  sentBack,
  tokensFor,
} from './support/oauth2.ts';

const clock = new ManualClock(new Date());
const environment = { PATCHBAY_MODULES: OAUTH2_MODULES, ACCESS_TOKEN_EXPIRE_MINUTES: '1440' };
const harness = await bootPlatform(t, { environment, work: false, clock });
const owner = await harness.owner();
const admin = await harness.person('org_admin');
const issuer = new URL(`${harness.url}/api/v1/oauth2`);
const api = (path: string): URL => new URL(`${harness.url}/api/v1${path}`);

const discovered = (app: Registered, authentication: client.ClientAuth): Promise<client.Configuration> =>
  client.discovery(issuer, app.client_id, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });

/** As a browser would: asks what there is to consent to, says yes, and is sent back. */
async function consented(as: Person, asking: URL): Promise<URL> {
  const asked = await harness.call('GET', `/oauth2/authorize${asking.search}`, { as });
  if (asked.status !== 200) throw new Error(`asking answered ${asked.status}: ${asked.text}`);
  const decided = await decide(harness, as, asked.body.request);
  return new URL(decided.body.redirect_to);
}

for (const [kind, authentication] of [
  ['client_secret_basic', (app: Registered) => client.ClientSecretBasic(app.client_secret)],
  ['client_secret_post', (app: Registered) => client.ClientSecretPost(app.client_secret)],
  ['none', () => client.None()],
] as const)
  t.test(`openid-client signs in, refreshes and signs out with ${kind}`, async (t) => {
    const app = await register(harness, admin, { confidential: kind !== 'none' });
    t.equal(app.client_secret === undefined, kind === 'none');
    const user = await harness.person('viewer');
    const config = await discovered(app, authentication(app));
    t.equal(config.serverMetadata().issuer, issuer.href);
    t.ok(config.serverMetadata().supportsPKCE());

    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const asking = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'site:read user:read',
      state: expectedState,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const back = await consented(user, asking);
    const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
    t.match(tokens, { token_type: 'bearer', expires_in: 900, scope: 'site:read' }, 'user:read is not held');

    const read = await client.fetchProtectedResource(config, tokens.access_token, api('/sites'), 'GET');
    t.equal(read.status, 200);
    const me = await client.fetchProtectedResource(config, tokens.access_token, api('/auth/me'), 'GET');
    t.match(await me.json(), { id: user.user_id, role: 'viewer', permissions: ['site:read'] });

    if (kind !== 'none') {
      const told = await client.tokenIntrospection(config, tokens.access_token);
      t.match(told, { active: true, scope: 'site:read', client_id: app.client_id, sub: user.user_id });
    }
    const renewed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
    t.equal(renewed.scope, 'site:read');
    t.not(renewed.refresh_token, tokens.refresh_token);
    await client.tokenRevocation(config, String(renewed.refresh_token));
    for (const token of [tokens.access_token, renewed.access_token])
      t.equal((await harness.call('GET', '/sites', { token })).status, 401);
    const refused = client.refreshTokenGrant(config, String(renewed.refresh_token));
    await t.rejects(refused, {
      code: 'OAUTH_RESPONSE_BODY_ERROR',
      message: /invalid_grant|server responded/,
    });
  });

t.test(
  'the metadata stand below the issuer, at the root, and where openid-client looks by default',
  async (t) => {
    const below = await harness.call('GET', '/oauth2/.well-known/oauth-authorization-server');
    t.equal(below.status, 200);
    t.match(below.body, {
      issuer: issuer.href,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    for (const path of [
      '//.well-known/oauth-authorization-server/api/v1/oauth2',
      '/oauth2/.well-known/openid-configuration',
    ])
      t.same((await harness.call('GET', path)).body, below.body);
  },
);

t.test('a consent says who asks for what, and whether it was given before', async (t) => {
  const app = await register(harness, admin);
  const ask = (over: object = {}) =>
    harness.call('GET', `/oauth2/authorize?${new URLSearchParams(requestOf(app, proof().challenge, over))}`, {
      as: admin,
    });
  const first = await ask({ unheard_of: 'ignored' });
  t.match(first.body, {
    application: { id: app.id, name: 'Reporter', client_id: app.client_id },
    scopes: [{ id: 'site:read', title: String }],
    already_granted: false,
  });
  t.equal((await decide(harness, admin, first.body.request)).status, 200);
  t.equal((await ask()).body.already_granted, true);
  t.equal((await ask({ scope: 'site:read site:write' })).body.already_granted, false);
});

t.test('a denial is told to the application with state and issuer', async (t) => {
  const app = await register(harness, admin);
  const denied = sentBack(await decide(harness, admin, requestOf(app, proof().challenge), 'deny'));
  t.match(Object.fromEntries(denied), { error: 'access_denied', state: 'the state', iss: issuer.href });
  t.notOk(denied.has('code'));
});

t.test('the query of a redirect URI is kept as it is', async (t) => {
  const redirect_uri = 'com.example.app:/back?from=a%20b';
  const app = await register(harness, admin, { redirect_uris: [redirect_uri] });
  const { body } = await decide(harness, admin, requestOf(app, proof().challenge, { redirect_uri }));
  t.match(body.redirect_to, /^com\.example\.app:\/back\?from=a%20b&code=svcc_/);
});

t.test('tokens live fifteen minutes, refresh tokens thirty days, codes one minute', async (t) => {
  const app = await register(harness, admin);
  const [user, { verifier, challenge }] = [await harness.person('viewer'), proof()];
  const code = sentBack(await decide(harness, user, requestOf(app, challenge))).get('code') ?? '';
  const fields = { code, redirect_uri: CALLBACK, code_verifier: verifier, ...secretOf(app) };
  const redeem = () => form(harness, '/oauth2/token', { grant_type: 'authorization_code', ...fields });
  clock.advance(61_000);
  t.match((await redeem()).body, { error: 'invalid_grant' });
  const tokens = await tokensFor(harness, user, app);
  const use = (token: string) => harness.call('GET', '/sites', { token });
  t.equal((await use(tokens.access_token)).status, 200);
  clock.advance(900_000);
  t.equal((await use(tokens.access_token)).status, 401);
  const renewed = await form(harness, '/oauth2/token', renewal(app, tokens.refresh_token));
  t.equal((await use(renewed.body.access_token)).status, 200);
  clock.advance(30 * 86_400_000);
  t.match((await form(harness, '/oauth2/token', renewal(app, renewed.body.refresh_token))).body, {
    error: 'invalid_grant',
  });
});

const world = await bootPlatform(t, { environment, work: false });
await world.owner();
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
