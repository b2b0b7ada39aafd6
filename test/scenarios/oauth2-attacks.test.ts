import t from 'tap';
import { type Answer, bootPlatform, type Person, waitFor } from '../harness/index.ts';
import { Rows } from '../sweeps/rows.ts';
import { Listener } from './support/listener.ts';
import {
  CALLBACK,
  codeFor,
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

const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: OAUTH2_MODULES }, work: false });
const owner = await harness.owner();
const admin = await harness.person('org_admin');
const app = await register(harness, admin);
const open = await register(harness, admin, { name: 'Phone', confidential: false });
const rows = await Rows.open(harness.databaseUrl, t);

const exchange = (fields: Record<string, string>, options = {}) =>
  form(harness, '/oauth2/token', fields, options);
const use = (token: string, method = 'GET', path = '/sites', body?: unknown) =>
  harness.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const ask = (as: Person, request: object) =>
  harness.call('GET', `/oauth2/authorize?${new URLSearchParams(request as Record<string, string>)}`, { as });
const said = ({ status, body }: Answer) => [status, body.error];

t.test('a redirect URI that differs in anything is refused, and nobody is sent there', async (t) => {
  const { challenge } = proof();
  for (const redirect_uri of [
    `${CALLBACK}/`,
    `${CALLBACK}?`,
    `${CALLBACK}?a=b`,
    `${CALLBACK}#x`,
    'https://app.example.com:443/callback',
    'https://app.example.com:8443/callback',
    'https://APP.example.com/callback',
    'https://app.example.com/Callback',
    'http://app.example.com/callback',
    'https://app.example.com/callback/../callback',
    'https://app.example.com/%63allback',
    'https://app.example.com.evil.test/callback',
    'https://app.example.com@evil.test/callback',
    ` ${CALLBACK}`,
    'javascript:alert(1)',
  ])
    for (const answer of [
      await ask(admin, requestOf(app, challenge, { redirect_uri })),
      await decide(harness, admin, requestOf(app, challenge, { redirect_uri })),
    ]) {
      t.equal(answer.status, 400, redirect_uri);
      t.notMatch(answer.text, /redirect_to/);
    }
});

t.test('redirect URIs that are not safe are not registered', async (t) => {
  for (const uri of [
    'http://app.example.com/callback',
    'https://app.example.com/callback#fragment',
    'https://user@app.example.com/',
    'https:app.example.com',
    'https:///app.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp:/callback',
    'http://127.0.0.1.evil.test/',
    'http://localhost.evil.test/',
    'https://a\\b.example.com/',
    'https://a.example.com/ x',
    '/callback',
    '*',
  ]) {
    const body = { name: 'x', redirect_uris: [uri], scopes: ['site:read'], confidential: false };
    t.equal((await harness.call('POST', '/oauth2/applications', { as: admin, body })).status, 422, uri);
  }
  for (const uri of [
    'http://127.0.0.1:5000/cb',
    'http://[::1]/cb',
    'http://localhost:1/cb',
    'com.example.app:/cb',
  ])
    t.ok(await register(harness, admin, { redirect_uris: [uri] }), uri);
});

t.test('applications ask for declared permissions only, without wildcards', async (t) => {
  for (const scopes of [['*'], ['site:*'], ['no:such'], [], ['x'.repeat(101)], Array(33).fill('site:read')]) {
    const body = { name: 'x', redirect_uris: [CALLBACK], scopes, confidential: false };
    t.equal((await harness.call('POST', '/oauth2/applications', { as: admin, body })).status, 422);
  }
});

t.test('every other fault of a request is told at the proven redirect URI', async (t) => {
  const { challenge } = proof();
  const faults: readonly (readonly [object, string])[] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ scope: undefined }, 'invalid_scope'],
    [{ scope: '*' }, 'invalid_scope'],
    [{ scope: 'site:*' }, 'invalid_scope'],
    [{ scope: 'site:read no:such' }, 'invalid_scope'],
    [{ scope: 'site:read role:write' }, 'invalid_scope'],
  ];
  for (const [over, error] of faults) {
    const request = JSON.parse(JSON.stringify(requestOf(app, challenge, over))) as object;
    for (const answer of [await ask(admin, request), await decide(harness, admin, request)]) {
      t.equal(answer.status, 200);
      t.match(answer.body.redirect_to, new RegExp(`^${CALLBACK}\\?`));
      const sent = sentBack(answer);
      t.same([sent.get('error'), sent.get('state'), sent.has('code')], [error, 'the state', false]);
    }
  }
});

t.test('a scope that the user does not hold is left out; with none left there is no code', async (t) => {
  const viewer = await harness.person('viewer');
  const { challenge } = proof();
  const only = await decide(harness, viewer, requestOf(app, challenge, { scope: 'site:write' }));
  t.equal(sentBack(only).get('error'), 'invalid_scope');
  const tokens = await tokensFor(harness, viewer, app, { scope: 'site:read site:write' });
  t.equal(tokens.scope, 'site:read');
  t.equal((await use(tokens.access_token, 'POST', '/sites', { name: 'No' })).status, 403);
});

t.test('a code is of one client, one redirect URI and one verifier', async (t) => {
  const fields = await codeFor(harness, admin, app);
  const other = await register(harness, admin, { name: 'Other' });
  const without = (name: string) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  for (const wrong of [
    { ...fields, ...secretOf(other) },
    { ...without('client_secret'), ...secretOf(open) },
    { ...fields, redirect_uri: `${CALLBACK}/` },
    { ...fields, code_verifier: proof().verifier },
    { ...fields, code_verifier: 'short' },
    { ...fields, code: `svcc_${'A'.repeat(43)}` },
    { ...fields, code: 'x' },
  ])
    t.same(said(await exchange(wrong)), [400, 'invalid_grant']);
  for (const name of ['code', 'redirect_uri', 'code_verifier', 'grant_type'])
    t.same(said(await exchange(without(name))), [400, 'invalid_request'], name);
  t.same(said(await exchange(without('client_secret'))), [401, 'invalid_client']);
  t.same(said(await exchange({ ...fields, grant_type: 'password' })), [400, 'unsupported_grant_type']);
  t.equal((await exchange(fields)).status, 200, 'the code itself is still good');
});

t.test('of fifty uses of one code one wins, and the grant ends with it', async (t) => {
  const user = await harness.person('viewer');
  const fields = await codeFor(harness, user, app);
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(fields)));
  const won = answers.filter(({ status }) => status === 200);
  t.equal(won.length, 1);
  t.ok(
    answers.every(({ status }) => [200, 400, 503].includes(status)),
    'a loaded database may ask to wait',
  );
  t.equal((await use(won[0]?.body.access_token)).status, 401);
  t.same(said(await exchange(renewal(app, won[0]?.body.refresh_token))), [400, 'invalid_grant']);
});

t.test('a code that comes again takes back what it gave', async (t) => {
  const user = await harness.person('viewer');
  const fields = await codeFor(harness, user, open);
  const tokens = (await exchange(fields)).body;
  t.equal((await use(tokens.access_token)).status, 200);
  t.same(said(await exchange({ ...fields, code_verifier: proof().verifier })), [400, 'invalid_grant']);
  t.equal((await use(tokens.access_token)).status, 200, 'nobody without the verifier ends it');
  t.same(said(await exchange(fields)), [400, 'invalid_grant']);
  t.equal((await use(tokens.access_token)).status, 401);
  const { body } = await harness.call('GET', '/audit?action=oauth2.replay_detected&per_page=200', {
    as: admin,
  });
  t.ok(body.items.some(({ detail }: { detail: { user_id: string } }) => detail.user_id === user.user_id));
});

t.test('of fifty uses of one refresh token one wins; a used one ends the grant', async (t) => {
  const user = await harness.person('viewer');
  const first = await tokensFor(harness, user, app);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => exchange(renewal(app, first.refresh_token))),
  );
  const won = answers.filter(({ status }) => status === 200);
  t.equal(won.length, 1);
  t.ok(
    answers.every(({ status }) => [200, 400, 503].includes(status)),
    'a loaded database may ask to wait',
  );
  t.equal((await use(won[0]?.body.access_token)).status, 401);

  const second = await tokensFor(harness, user, app);
  const next = (await exchange(renewal(app, second.refresh_token))).body;
  t.equal((await use(next.access_token)).status, 200);
  t.same(said(await exchange(renewal(open, second.refresh_token))), [400, 'invalid_grant']);
  t.equal((await use(next.access_token)).status, 200, 'another client ends nothing');
  t.same(said(await exchange(renewal(app, second.refresh_token))), [400, 'invalid_grant']);
  t.equal((await use(next.access_token)).status, 401);
  t.same(said(await exchange(renewal(app, next.refresh_token))), [400, 'invalid_grant']);
});

t.test('the role is read from the database at each use', async (t) => {
  const user = await harness.person('operator');
  const tokens = await tokensFor(harness, user, app);
  await rows.query(`update users set role = 'guest' where id = $1`, [user.user_id]);
  await harness.call('POST', '/auth/logout', { as: await harness.signIn(user.email) });
  t.equal((await use(tokens.access_token)).status, 403);
});

t.test('an administrator who demotes or disables a user ends the grants of that user', async (t) => {
  for (const body of [{ role: 'viewer' }, { is_active: false }]) {
    const user = await harness.person('operator');
    const tokens = await tokensFor(harness, user, app);
    const patched = await harness.call('PATCH', `/users/${user.user_id}`, { as: owner, body });
    t.equal(patched.status, 200);
    t.equal((await use(tokens.access_token)).status, 401);
    t.same(said(await exchange(renewal(app, tokens.refresh_token))), [400, 'invalid_grant']);
  }
});

t.test(
  'an organization that demands a second factor of its users holds their applications to it',
  async (t) => {
    const elsewhere = await harness.organization('Strict Networks');
    const keeper = await harness.person('org_admin', elsewhere);
    const own = await register(harness, keeper);
    const user = await harness.person('viewer', elsewhere);
    const tokens = await tokensFor(harness, user, own);
    t.equal((await use(tokens.access_token)).status, 200);
    await rows.query('update organizations set mfa_required = true where id = $1', [elsewhere]);
    await waitFor('the policy', async () => (await use(tokens.access_token)).status === 403);
    await waitFor('the policy for consents', async () => {
      const asked = await decide(harness, user, requestOf(own, proof().challenge));
      return asked.status === 200 && sentBack(asked).get('error') === 'invalid_scope';
    });
  },
);

t.test('a token of a super administrator is held to its scopes, and to its organization', async (t) => {
  const tokens = await tokensFor(harness, owner, app, { scope: 'site:read site:write' });
  t.equal((await use(tokens.access_token, 'POST', '/sites', { name: 'By application' })).status, 201);
  for (const [method, path, body] of [
    ['GET', '/users'],
    ['GET', '/organizations'],
    ['GET', '/modules'],
    ['PATCH', '/auth/me', { display_name: 'x' }],
    ['POST', '/auth/logout-all', {}],
    ['GET', '/auth/sessions'],
    ['GET', '/api-keys'],
    ['POST', '/api-keys', { name: 'k', scopes: ['site:read'] }],
    ['GET', '/notifications'],
    ['GET', '/oauth2/applications'],
    ['GET', '/oauth2/grants'],
    ['POST', '/oauth2/authorize', { ...requestOf(app, proof().challenge), decision: 'approve' }],
  ] as const)
    t.equal((await use(tokens.access_token, method, path, body)).status, 403, `${method} ${path}`);
});

t.test('keys do not consent', async (t) => {
  const key = await harness.call('POST', '/api-keys', { as: admin, body: { name: 'k' } });
  const body = { ...requestOf(app, proof().challenge), decision: 'approve' };
  const answer = await harness.call('POST', '/oauth2/authorize', { apiKey: key.body.secret, body });
  t.equal(answer.status, 403);
});

t.test('consent by cookie needs the CSRF header', async (t) => {
  const cookie = `svc_access=${admin.token}; svc_csrf=abc`;
  const body = { ...requestOf(app, proof().challenge), decision: 'approve' };
  const send = (headers: Record<string, string>) =>
    harness.call('POST', '/oauth2/authorize', { body, headers: { cookie, ...headers } });
  t.equal((await send({})).status, 403);
  t.equal((await send({ 'x-csrf-token': 'abc' })).status, 200);
});

t.test('applications and grants of another organization are not there', async (t) => {
  const stranger = await harness.person('org_admin', await harness.organization('Elsewhere'));
  const user = await harness.person('viewer');
  await tokensFor(harness, user, app);
  const { items } = (await harness.call('GET', '/oauth2/grants', { as: user })).body;
  const request = requestOf(app, proof().challenge);
  t.equal((await ask(stranger, request)).status, 404);
  t.equal((await decide(harness, stranger, request)).status, 404);
  for (const [method, path] of [
    ['GET', `/oauth2/applications/${app.id}`],
    ['PATCH', `/oauth2/applications/${app.id}`],
    ['DELETE', `/oauth2/applications/${app.id}`],
    ['POST', `/oauth2/applications/${app.id}/rotate-secret`],
    ['DELETE', `/oauth2/grants/${items[0].id}`],
  ] as const) {
    const body = method === 'PATCH' ? { body: { name: 'x' } } : {};
    t.equal((await harness.call(method, path, { as: stranger, ...body })).status, 404, path);
  }
  t.equal((await harness.call('GET', '/oauth2/applications', { as: stranger })).body.total, 0);
});

t.test('a client that does not prove who it is learns nothing', async (t) => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const body = { grant_type: 'refresh_token', refresh_token: `svcg_${'A'.repeat(43)}` };
  const right = `${app.client_id}:${app.client_secret}`;
  for (const authorization of [
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic YQ',
    basic('no-colon'),
    basic(':x'),
    basic(`${app.client_id}:`),
    basic(`${app.client_id}:wrong`),
    basic(`${app.client_id}:svcs_${'A'.repeat(43)}`),
    basic(`svca_${'A'.repeat(22)}:${app.client_secret}`),
    basic(`${app.client_id}%zz:${app.client_secret}`),
    basic(`${open.client_id}:`),
    basic(`${open.client_id}:${app.client_secret}`),
    `${basic(right)} x`,
    `Bearer ${admin.token}`,
    'Digest x',
    basic('\0:\0'),
    basic('x'.repeat(5_000)),
  ]) {
    const answer = await exchange(body, { headers: { authorization } });
    t.same(said(answer), [401, 'invalid_client'], authorization.slice(0, 60));
    t.equal(answer.headers['www-authenticate'], 'Basic realm="oauth2"');
    t.match(answer.headers['cache-control'], /no-store/);
  }
  t.same(said(await exchange(body, { headers: { authorization: basic(right) } })), [400, 'invalid_grant']);
  const both = await exchange({ ...body, ...secretOf(app) }, { headers: { authorization: basic(right) } });
  t.same(said(both), [400, 'invalid_request']);
  t.same(said(await exchange({ ...body, client_id: open.client_id, client_secret: '' })), [
    401,
    'invalid_client',
  ]);
  t.same(said(await form(harness, '/oauth2/introspect', { token: 'x', client_id: open.client_id })), [
    401,
    'invalid_client',
  ]);
  const introspected = await form(harness, '/oauth2/introspect', { token: 'x', ...secretOf(app) });
  t.same(introspected.body, { active: false });
});

t.test('a client neither reads nor ends the tokens of another', async (t) => {
  const other = await register(harness, admin, { name: 'Other' });
  const tokens = await tokensFor(harness, await harness.person('viewer'), app);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const asked = await form(harness, '/oauth2/introspect', { token, ...secretOf(other) });
    t.same(asked.body, { active: false });
    t.equal((await form(harness, '/oauth2/revoke', { token, ...secretOf(other) })).status, 200);
  }
  t.equal((await use(tokens.access_token)).status, 200);
});

t.test('forms that are repeated, nested, huge or no forms are refused in the shape of the RFC', async (t) => {
  const fields = await codeFor(harness, admin, app);
  const text = new URLSearchParams(fields).toString();
  const post = (raw: string, type = 'application/x-www-form-urlencoded') =>
    form(harness, '/oauth2/token', raw, { headers: { 'content-type': type } });
  for (const name of ['code', 'grant_type', 'client_id', 'redirect_uri', 'code_verifier'])
    t.same(said(await post(`${text}&${name}=${encodeURIComponent(fields[name] ?? '')}`)), [
      400,
      'invalid_request',
    ]);
  for (const raw of ['', 'grant_type[]=a', 'grant_type[a]=b', '%', '&&&==', 'grant_type=%00', '__proto__=x'])
    t.same(said(await post(raw)), [400, 'invalid_request'], raw);
  t.same(said(await post('{}', 'application/json')), [415, 'invalid_request']);
  t.same(said(await post('x', 'text/plain')), [415, 'invalid_request']);
  const huge = await post(`${text}&padding=${'x'.repeat(1_000_000)}`);
  t.same([huge.status, huge.body.error, typeof huge.body.detail], [413, 'invalid_request', 'string']);
  t.same(said(await post('a=1&'.repeat(16_000))), [400, 'invalid_request']);
  const won = await post(`${text}&unheard_of=1`);
  t.equal(won.status, 200, 'nothing of this spent the code');
});

t.test('no kind of token is taken for another', async (t) => {
  const user = await harness.person('viewer');
  const tokens = await tokensFor(harness, user, app);
  const code = (await codeFor(harness, user, app))['code'] ?? '';
  for (const token of [
    tokens.refresh_token,
    code,
    app.client_secret ?? '',
    `svco_${'A'.repeat(43)}`,
    'svco_x',
  ])
    t.equal((await use(token)).status, 401, token.slice(0, 8));
  t.equal((await harness.call('GET', '/sites', { apiKey: tokens.access_token })).status, 401);
  const cookie = `svc_access=${tokens.access_token}`;
  t.equal((await harness.call('GET', '/sites', { headers: { cookie } })).status, 401);
  const refreshed = await harness.call('POST', '/auth/refresh', {
    body: { refresh_token: tokens.refresh_token },
  });
  t.equal(refreshed.status, 401);
  for (const refresh_token of [user.refresh_token, user.token, tokens.access_token])
    t.same(said(await exchange(renewal(app, refresh_token))), [400, 'invalid_grant']);
});

t.test('an application opens no socket', async (t) => {
  const tokens = await tokensFor(harness, admin, app);
  await t.rejects(Listener.open(harness, tokens.access_token));
});

t.test('a grant keeps few codes and tokens', async (t) => {
  const user = await harness.person('viewer');
  const own: Registered = await register(harness, admin, { confidential: false });
  let { refresh_token } = await tokensFor(harness, user, own);
  for (let round = 0; round < 120; round += 1) {
    const answer = await exchange(renewal(own, refresh_token));
    if (answer.status !== 200) t.fail(`round ${round}: ${answer.text}`);
    refresh_token = answer.body.refresh_token;
  }
  for (let round = 0; round < 25; round += 1) await codeFor(harness, user, own);
  for (const [table, most] of [
    ['oauth2_access_tokens', 50],
    ['oauth2_refresh_tokens', 100],
    ['oauth2_codes', 20],
  ] as const) {
    const [row] = await rows.query<{ count: number }>(
      `select count(*)::integer as count from ${table} t join oauth2_grants g on g.id = t.grant_id
       where g.application_id = $1`,
      [own.id],
    );
    t.equal(row?.count, most, table);
  }
  t.equal((await exchange(renewal(own, refresh_token))).status, 200);
});
