import { ManualClock } from '@patchbay/kernel/telemetry';
import * as client from 'openid-client';
import t from 'tap';
import { bootPlatform, type Person } from '../../harness/index.ts';
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
} from '../support/oauth2.ts';

const clock = new ManualClock(new Date());
const environment = { PATCHBAY_MODULES: OAUTH2_MODULES, ACCESS_TOKEN_EXPIRE_MINUTES: '1440' };
const harness = await bootPlatform(t, { environment, work: false, clock });
await harness.owner();
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
