import t from 'tap';
import { type Answer, bootPlatform, freshAddress, PASSWORD, type Person } from '../../harness/index.ts';
import { holds, keysOf, NOWHERE, PAGE, refused, UUID } from '../support/wire.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const platform = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
const call = platform.call.bind(platform);
const owner = await platform.owner();
const admin = await platform.person('org_admin');
const newcomer = { email: 'new@example.net', username: 'new-one', password: PASSWORD };
const login = (name: string, password = PASSWORD) =>
  call('POST', '/auth/login', { body: { login: name, password }, from: freshAddress() });

t.test('setup answers organization and user once, 409 afterwards', async (t) => {
  const fresh = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
  t.same((await fresh.call('GET', '/setup/status')).body, { required: true });
  const body = { organization_name: 'A B', email: 'x@example.com', username: 'x-x', password: PASSWORD };
  const made = await fresh.call('POST', '/setup/initialize/', { body });
  t.equal(made.status, 201);
  t.same(keysOf(made.body), ['organization', 'user']);
  t.match(made.body, { organization: { id: UUID, slug: 'a-b' }, user: { role: 'super_admin' } });
  refused(t, await fresh.call('POST', '/setup/initialize', { body }), 409);
  t.same((await fresh.call('GET', '/setup/status/')).body, { required: false });
});

t.test('health and meta answer the keys of SPEC 4.1', async (t) => {
  const root = await call('GET', '//');
  t.same(keysOf(root.body), ['api', 'app', 'docs']);
  t.match(root.body, { api: '/api/v1', docs: '/api/v1/docs' });
  const health = await call('GET', '//health');
  t.match(health.body, { status: 'healthy', degraded_subsystems: [] });
  t.same(keysOf((await call('GET', '/health')).body), ['status'], 'status only');
  t.equal((await call('GET', '/health/live')).status, 200);
  t.equal((await call('GET', '/health/ready/')).status, 200);
  t.equal((await call('GET', '/health/db')).status, 200);
  const viewer = await platform.person('viewer');
  refused(t, await call('GET', '/health/detail'), 401);
  refused(t, await call('GET', '/health/detail', { as: viewer }), 403);
  t.equal((await call('GET', '/health/detail', { as: admin })).status, 200);
  const metrics = await call('GET', '//metrics');
  t.equal(metrics.status, 404, 'off by default');
  const document = (await call('GET', '/openapi.json')).body;
  t.match(document, { openapi: /^3\.1/, info: { version: '26.09.0' } });
});

t.test('every answer carries the headers of SPEC 7, errors too', async (t) => {
  const answers = [
    await call('GET', '/health/live'),
    await call('GET', '/users'),
    await call('GET', '/nowhere', { as: owner }),
    await call('PUT', '/users', { as: owner, body: {} }),
    await call('POST', '/sites', { as: owner, raw: 'x'.repeat(1_048_577) }),
  ];
  t.same(
    answers.map(({ status }) => status),
    [200, 401, 404, 405, 413],
  );
  for (const { headers } of answers) {
    t.match(headers, {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-xss-protection': '1; mode=block',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store, no-cache, must-revalidate',
      pragma: 'no-cache',
      'permissions-policy': String,
      'content-security-policy': String,
      'x-response-time': String,
      'x-request-id': String,
    });
    t.notOk('strict-transport-security' in headers, 'only over HTTPS');
  }
  t.equal(answers[1]?.headers['www-authenticate'], 'Bearer');
  t.match(answers[3]?.headers['allow'], /GET.*POST|POST.*GET/);
  t.same(answers[4]?.body, { detail: 'request body exceeds 1048576-byte limit' });
});

t.test('a request id is echoed when it is one, and replaced when it is not', async (t) => {
  const say = (id: string) => call('GET', '/users', { headers: { 'x-request-id': id } });
  for (const id of ['abc-DEF_9', 'x'.repeat(128)]) {
    const answer = await say(id);
    t.equal(answer.headers['x-request-id'], id);
    t.equal(answer.body.error.request_id, id);
  }
  for (const id of ['x'.repeat(129), 'a b', 'a.b'])
    t.match((await say(id)).headers['x-request-id'], /^[A-Za-z0-9_-]{8,128}$/, id);
  for (const id of ['x'.repeat(129), 'a b', 'a.b']) t.not((await say(id)).headers['x-request-id'], id);
});

t.test('what is wrong with a request is told as SPEC 7 and DECISIONS 1 and 3 say', async (t) => {
  const key = (await call('POST', '/api-keys/', { as: admin, body: { name: 'both' } })).body.secret;
  refused(t, await call('GET', '/sites', { as: admin, apiKey: key }), 400, { what: 'two credentials' });
  refused(t, await call('GET', '/sites/no-uuid', { as: admin }), 400, { what: 'no UUID' });
  refused(t, await call('GET', `/sites/${NOWHERE}`, { as: admin }), 404);
  const unknown = await call('GET', '/sites?colour=red', { as: admin });
  refused(t, unknown, 422, { what: 'unknown query key' });
  t.match(unknown.body.error.details, [{ field: 'colour', type: 'additional_property', message: String }]);
  refused(t, await call('GET', '/sites?per_page=101', { as: admin }), 422);
  refused(t, await call('GET', '/users?per_page=201', { as: admin }), 422);
  t.equal((await call('GET', '/users?per_page=200', { as: admin })).status, 200);
  refused(t, await call('GET', '/sites?page=0', { as: admin }), 422);
  refused(t, await call('GET', '/sites?sort=colour', { as: admin }), 422);
  const extra = await call('POST', '/sites', { as: admin, body: { name: 'A', colour: 'red' } });
  refused(t, extra, 422);
  t.match(extra.body.error.details, [{ field: 'colour', type: 'additional_property' }]);
  t.notOk('details' in extra.body, 'details stand inside error');
  const missing = await call('POST', '/sites', { as: admin, body: {} });
  t.match(missing.body.error.details, [{ field: 'name', type: 'required' }]);
  refused(t, await call('POST', '/sites', { as: admin, body: { name: 5 } }), 422, { what: 'never coerced' });
  refused(t, await call('POST', '/sites', { as: admin, raw: '{"name":' }), 400, { what: 'malformed' });
  const deep = `{"name":${'['.repeat(70)}${']'.repeat(70)}}`;
  refused(t, await call('POST', '/sites', { as: admin, raw: deep }), 400, { what: 'too deep' });
  const headers = { 'content-type': 'text/plain' };
  refused(t, await call('POST', '/sites', { as: admin, raw: 'name', headers }), 415);
  refused(t, await call('POST', '/users', { as: admin, body: { ...newcomer, role: 'wizard' } }), 400, {
    what: 'unknown role',
  });
  t.match((await call('GET', '/sites', { token: 'nonsense' })).headers, { 'www-authenticate': 'Bearer' });
  t.match((await call('GET', '/sites', { apiKey: 'nonsense' })).headers, { 'www-authenticate': 'Bearer' });
});

t.test('lists answer the envelope, with and without a slash', async (t) => {
  for (const path of [
    '/sites',
    '/users',
    '/organizations',
    '/api-keys',
    '/auth/sessions',
    '/audit',
    '/roles',
  ])
    for (const slash of ['', '/']) {
      const answer = await call('GET', `${path}${slash}`, { as: admin });
      t.equal(answer.status, 200, `${path}${slash}`);
      t.same(keysOf(answer.body), PAGE, path);
      t.match(answer.body, { page: 1, per_page: 50 }, path);
    }
});

t.test('sign-in answers tokens and cookies as SPEC 5 says', async (t) => {
  const viewer = await platform.person('viewer');
  const answer = await login(viewer.email);
  t.same(keysOf(answer.body), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
  t.match(answer.body, { token_type: 'Bearer', expires_in: 1800 });
  const claims = JSON.parse(
    Buffer.from(answer.body.access_token.split('.')[1], 'base64url').toString(),
  ) as object;
  t.match(claims, { sub: viewer.user_id, org_id: viewer.organization_id, role: 'viewer', aud: 'svc-api' });
  t.match(claims, { iss: 'svc', tv: Number, jti: String });
  const set = cookiesOf(answer);
  t.match(set.get('svc_access'), /; *HttpOnly/i);
  t.match(set.get('svc_refresh'), /; *HttpOnly/i);
  t.notMatch(set.get('svc_csrf'), /HttpOnly/i);
  t.match(set.get('svc_csrf'), /; *Path=\/(;|$)/i);
  const jar = [...set].map(([name, text]) => `${name}=${text.split(';')[0]}`).join('; ');
  const csrf = set.get('svc_csrf')?.split(';')[0] ?? '';
  const patch = (headers: Record<string, string>, as?: Person) =>
    call('PATCH', '/auth/me', { body: { display_name: 'V' }, headers, as });
  t.equal((await call('GET', '/auth/me', { headers: { cookie: jar } })).status, 200);
  refused(t, await patch({ cookie: jar }), 403, { what: 'no CSRF header' });
  refused(t, await patch({ cookie: jar, 'x-csrf-token': `${csrf}x` }), 403);
  refused(t, await patch({ cookie: jar }, viewer), 403, { what: 'also beside a Bearer header' });
  t.equal((await patch({ cookie: jar, 'x-csrf-token': csrf })).status, 200);
  t.equal((await patch({}, viewer)).status, 200, 'no cookie, no CSRF');
  const renewed = await call('POST', '/auth/refresh', { headers: { cookie: jar } });
  t.equal(renewed.status, 200, renewed.text);
  t.ok(cookiesOf(renewed).has('svc_access'));
  const byBody = await call('POST', '/auth/refresh/', {
    body: { refresh_token: renewed.body.refresh_token },
  });
  t.same(keysOf(byBody.body), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
  refused(t, await call('POST', '/auth/refresh', { body: { refresh_token: 'x' } }), 401);
});

const cookiesOf = ({ headers }: Answer): ReadonlyMap<string, string> =>
  new Map(
    [headers['set-cookie'] ?? []].flat().map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );

t.test('the password grant, the profile, sessions and passwords keep to SPEC 4.2', async (t) => {
  const viewer = await platform.person('viewer');
  const form = new URLSearchParams({ grant_type: 'password', username: viewer.email, password: PASSWORD });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const grant = await call('POST', '/auth/token/', { raw: `${form}`, headers, from: freshAddress() });
  t.same(keysOf(grant.body), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
  const me = await call('GET', '/auth/me', { as: viewer });
  holds(
    t,
    me.body,
    'id organization_id email username display_name role is_active mfa_enabled last_login_at',
  );
  t.same(keysOf(me.body.organization), ['id', 'name', 'slug']);
  t.ok(me.body.permissions.includes('audit:read') && me.body.permissions.includes('site:read'));
  const stale = { 'if-match': String(me.headers.etag) };
  t.match(stale, { 'if-match': /"/ });
  const patch = { body: { display_name: 'Vi' }, as: viewer, headers: stale };
  t.match((await call('PATCH', '/auth/me', patch)).body, { display_name: 'Vi', permissions: Array });
  refused(t, await call('PATCH', '/auth/me', patch), 412);
  const sessions = await call('GET', '/auth/sessions', { as: viewer });
  holds(t, sessions.body.items[0], 'id created_at last_used_at ip user_agent current');
  t.equal(sessions.body.items.filter(({ current }: { current: boolean }) => current).length, 1);
  refused(t, await call('DELETE', `/auth/sessions/${sessions.body.items[0].id}`, { as: admin }), 404);
  const change = { current_password: PASSWORD, new_password: 'Another-horse-battery-9' };
  t.equal((await call('POST', '/auth/password/change', { as: viewer, body: change })).status, 204);
  refused(t, await call('GET', '/auth/me', { as: viewer }), 401, { what: 'token_version has changed' });
  const now = (await login(viewer.email, change.new_password)).body.access_token;
  t.equal((await call('POST', '/auth/logout/', { token: now })).status, 204);
  refused(t, await call('GET', '/auth/me', { token: now }), 401, { what: 'its session is revoked' });
});

t.test('locked, inactive, limited: the statuses of DECISIONS 8', async (t) => {
  const guest = await platform.person('guest');
  await call('PATCH', `/users/${guest.user_id}`, { as: admin, body: { is_active: false } });
  refused(t, await login(guest.email), 403, { what: 'inactive with the right password' });
  refused(t, await login(guest.email, 'wrong'), 401, { what: 'inactive with a wrong one' });
  const from = freshAddress();
  const attempt = (path: string) => call('POST', path, { body: { login: 'nobody', password: 'x' }, from });
  for (let count = 0; count < 5; count += 1) refused(t, await attempt('/auth/login'), 401);
  const limited = await attempt('/auth/login');
  t.equal(limited.status, 429);
  t.match(limited.body, { detail: 'Rate limit exceeded', retry_after: Number });
  t.equal(limited.headers['retry-after'], String(limited.body.retry_after));
  refused(t, await login('nobody'), 423);
});

t.test('bursts and minutes are refused outside the envelope', async (t) => {
  const limited = async (environment: Record<string, string>) => {
    const other = await bootPlatform(t, {
      environment: { PATCHBAY_MODULES: MODULES, ...environment },
      work: false,
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => other.call('GET', '/setup/status')));
    t.equal((await other.call('GET', '/health/live')).status, 200, 'health is exempt');
    t.match(answers[0]?.headers, { 'x-ratelimit-limit': /^\d+$/, 'x-ratelimit-remaining': /^\d+$/ });
    return answers.find(({ status }) => status === 429);
  };
  const burst = await limited({ RATE_LIMIT_BURST: '3' });
  t.same(burst?.body, { detail: 'Rate limit exceeded (burst)', retry_after: 1 });
  t.equal(burst?.headers['retry-after'], '1');
  const minute = await limited({ RATE_LIMIT_RPM: '3' });
  t.same(minute?.body, { detail: 'Rate limit exceeded', retry_after: 60 });
  t.equal(minute?.headers['retry-after'], '60');
});

t.test('production hides the document, guards metrics and wants the setup token', async (t) => {
  const environment = { ENVIRONMENT: 'production', ENABLE_DOCS: 'true', ENABLE_METRICS: 'true' };
  const boot = (more: Record<string, string>) =>
    bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES, ...environment, ...more }, work: false });
  const guarded = await boot({ METRICS_AUTH_TOKEN: 'metrics-token-metrics-token-1234' });
  for (const path of ['/openapi.json', '/docs', '/redoc']) refused(t, await guarded.call('GET', path), 404);
  refused(t, await guarded.call('GET', '//metrics'), 401);
  const metrics = await guarded.call('GET', '//metrics', { token: 'metrics-token-metrics-token-1234' });
  t.equal(metrics.status, 200, metrics.text.slice(0, 200));
  t.match(metrics.headers['content-type'], /^text\/plain/);
  const body = { organization_name: 'A', email: 'a@example.com', username: 'a-a', password: PASSWORD };
  refused(t, await guarded.call('POST', '/setup/initialize', { body }), 403);
  const open = await boot({});
  refused(t, await open.call('GET', '//metrics', { token: 'anything' }), 404);
});
