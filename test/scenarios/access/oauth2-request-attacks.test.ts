import t from 'tap';
import { freshAddress } from '../../harness/index.ts';
import {
  CALLBACK,
  codeFor,
  decide,
  form,
  proof,
  register,
  requestOf,
  secretOf,
  sentBack,
} from '../support/oauth2.ts';
import { oauth2World, said } from '../support/oauth2-world.ts';

const { harness, admin, app, open, exchange, ask } = await oauth2World(t);

t.test('a redirect URI that differs in anything is refused, and no browser is sent there', async (t) => {
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

t.test('keys do not consent', async (t) => {
  const key = await harness.call('POST', '/api-keys', { as: admin, body: { name: 'k' } });
  const body = { ...requestOf(app, proof().challenge), decision: 'approve' };
  const answer = await harness.call('POST', '/oauth2/authorize', { apiKey: key.body.secret, body });
  t.equal(answer.status, 403);
});

t.test('consent by cookie needs the CSRF header', async (t) => {
  const login = { login: admin.email, password: admin.password };
  const signedIn = await harness.call('POST', '/auth/login', { body: login, from: freshAddress() });
  const cookie = [signedIn.headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');
  const csrf = /svc_csrf=([^;]+)/.exec(cookie)?.[1] ?? '';
  const body = { ...requestOf(app, proof().challenge), decision: 'approve' };
  const send = (headers: Record<string, string>) =>
    harness.call('POST', '/oauth2/authorize', { body, headers: { cookie, ...headers } });
  t.equal((await send({})).status, 403);
  t.equal((await send({ 'x-csrf-token': 'abc' })).status, 403);
  t.equal((await send({ 'x-csrf-token': csrf })).status, 200);
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
