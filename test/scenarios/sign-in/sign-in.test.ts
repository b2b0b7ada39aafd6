import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { bootPlatform, freshAddress, PASSWORD } from '../../harness/index.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const clock = new ManualClock(new Date());
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false, clock });

t.test('setup works once, also for two callers at the same time', async (t) => {
  t.same((await harness.call('GET', '/setup/status')).body, { required: true });
  const initialize = (name: string) =>
    harness.call('POST', '/setup/initialize', {
      body: { organization_name: 'Acme', email: `${name}@example.net`, username: name, password: PASSWORD },
    });
  const answers = await Promise.all([initialize('first'), initialize('second')]);
  t.same(answers.map(({ status }) => status).sort(), [201, 409]);
  t.same((await harness.call('GET', '/setup/status')).body, { required: false });
  t.equal((await initialize('third')).status, 409);
});

t.test('setup after setup is refused as such, whatever its body', async (t) => {
  const path = `${harness.url}/api/v1/setup/initialize`;
  const sent: readonly RequestInit[] = [
    { body: '{}', headers: { 'content-type': 'application/json' } },
    { body: '{"organization_name":', headers: { 'content-type': 'application/json' } },
    { body: 'text', headers: { 'content-type': 'text/plain' } },
    {},
  ];
  for (const each of sent) {
    const answer = await fetch(path, { method: 'POST', ...each });
    t.equal(answer.status, 409, String(each.body));
    t.match(await answer.json(), { error: { message: 'The platform is set up already.' } });
  }
});

t.test('a password that breaks the rules is told field by field', async (t) => {
  const other = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
  const body = {
    organization_name: 'Acme',
    email: 'a@example.net',
    username: 'ann',
    password: 'alllowercase1',
  };
  const answer = await other.call('POST', '/setup/initialize', { body });
  t.equal(answer.status, 422);
  t.same(
    answer.body.error.details.map(({ field, type }: { field: string; type: string }) => [field, type]),
    [
      ['password', 'no_upper'],
      ['password', 'no_special'],
    ],
  );
  const short = await other.call('POST', '/setup/initialize', { body: { ...body, password: 'Sh0rt!' } });
  t.match(short.body.error.details, [{ field: 'password', type: 'too_short' }]);
  const owner = await other.owner();
  t.match((await other.call('GET', '/auth/me', { as: owner })).body, {
    role: 'super_admin',
    permissions: ['*'],
    organization: { name: 'First Networks', slug: 'first-networks' },
  });
});

/** Tokens live a day here, since tests move the clock under the administrator who makes people for them. */
const environment = { PATCHBAY_MODULES: MODULES, ACCESS_TOKEN_EXPIRE_MINUTES: '1440' };
const world = await bootPlatform(t, { environment, work: false, clock });
const signIn = (name: string, password = PASSWORD) =>
  world.call('POST', '/auth/login', { body: { login: name, password }, from: freshAddress() });

t.test('a login is an e-mail address or a username, whatever its case and width', async (t) => {
  const viewer = await world.person('viewer');
  for (const name of [viewer.email.toUpperCase(), viewer.email.split('@')[0] ?? '', 'ＶＩＥＷＥＲ-1'])
    t.equal((await signIn(name)).status, 200, name);
});

t.test('five failures lock a login for thirty minutes, known or not, right password or not', async (t) => {
  const viewer = await world.person('viewer');
  for (const name of [viewer.email, 'nobody@example.com']) {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await signIn(name, 'wrong')).status);
    t.same(statuses, [401, 401, 401, 401, 401, 423]);
  }
  const locked = await signIn(viewer.email);
  t.equal(locked.status, 423);
  t.ok(Number(locked.headers['retry-after']) > 0);
  clock.advance(30 * 60_000 + 1_000);
  t.equal((await signIn(viewer.email)).status, 200);
  t.equal((await signIn(viewer.email, 'wrong')).status, 401);
});

t.test('of many parallel guesses no more than five count', async (t) => {
  const viewer = await world.person('viewer');
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(viewer.email, 'wrong')));
  t.equal(answers.filter(({ status }) => status === 401).length, 5);
  t.equal(answers.filter(({ status }) => status === 423).length, 7);
});

t.test('unknown login and wrong password answer the same body', async (t) => {
  const viewer = await world.person('viewer');
  const [wrong, unknown] = [await signIn(viewer.email, 'wrong'), await signIn('ghost@example.com', 'wrong')];
  const said = ({ error }: { error: { code: number; message: string } }) => [error.code, error.message];
  t.same(said(wrong.body), said(unknown.body));
});

t.test('the password grant takes a form and JSON', async (t) => {
  const viewer = await world.person('viewer');
  const form = new URLSearchParams({ grant_type: 'password', username: viewer.email, password: PASSWORD });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await world.call('POST', '/auth/token', {
    raw: form.toString(),
    headers,
    from: freshAddress(),
  });
  t.equal(answer.status, 200);
  t.match(answer.body, { token_type: 'Bearer', expires_in: 86_400 });
  const json = { username: viewer.email, password: PASSWORD };
  t.equal((await world.call('POST', '/auth/token', { body: json, from: freshAddress() })).status, 200);
  const other = { ...json, grant_type: 'client_credentials' };
  t.equal((await world.call('POST', '/auth/token', { body: other, from: freshAddress() })).status, 400);
});

const renew = (refresh_token: string) => world.call('POST', '/auth/refresh', { body: { refresh_token } });

t.test('of parallel refreshes one wins, and the session lives on', async (t) => {
  const viewer = await world.person('viewer');
  const answers = await Promise.all(Array.from({ length: 20 }, () => renew(viewer.refresh_token)));
  const won = answers.filter(({ status }) => status === 200);
  t.equal(won.length, 1);
  t.equal(answers.filter(({ status }) => status === 401).length, 19);
  t.equal((await renew(won[0]?.body.refresh_token)).status, 200);
});

t.test('a refresh token that comes back after its successor was used ends the session', async (t) => {
  const viewer = await world.person('viewer');
  const next = await renew(viewer.refresh_token);
  t.equal((await world.call('GET', '/auth/me', { token: next.body.access_token })).status, 200);
  t.equal((await renew(viewer.refresh_token)).status, 401);
  t.equal((await renew(next.body.refresh_token)).status, 401);
  t.equal((await world.call('GET', '/auth/me', { token: next.body.access_token })).status, 401);
});

t.test('a refresh token that comes back late ends the session, within ten seconds it does not', async (t) => {
  const viewer = await world.person('viewer');
  const next = await renew(viewer.refresh_token);
  t.equal((await renew(viewer.refresh_token)).status, 401);
  clock.advance(11_000);
  t.equal((await renew(viewer.refresh_token)).status, 401);
  t.equal((await renew(next.body.refresh_token)).status, 401);
});

t.test('logging out ends this session, logging out everywhere ends all', async (t) => {
  const viewer = await world.person('viewer');
  const [second, third] = [await world.signIn(viewer.email), await world.signIn(viewer.email)];
  const list = await world.call('GET', '/auth/sessions', { as: second });
  t.equal(list.body.total, 3);
  t.equal(list.body.items.filter(({ current }: { current: boolean }) => current).length, 1);
  t.equal((await world.call('POST', '/auth/logout', { as: second })).status, 204);
  t.equal((await world.call('GET', '/auth/me', { as: second })).status, 401);
  t.equal((await world.call('GET', '/auth/me', { as: third })).status, 200);
  t.equal((await world.call('POST', '/auth/logout-all', { as: third })).status, 204);
  for (const person of [viewer, third]) {
    t.equal((await world.call('GET', '/auth/me', { as: person })).status, 401);
    t.equal((await renew(person.refresh_token)).status, 401);
  }
});

t.test('one session is revoked by its id; a stranger gets 404', async (t) => {
  const [viewer, stranger] = [await world.person('viewer'), await world.person('viewer')];
  const second = await world.signIn(viewer.email);
  const list = await world.call('GET', '/auth/sessions', { as: second });
  const other = list.body.items.find(({ current }: { current: boolean }) => !current);
  t.equal((await world.call('DELETE', `/auth/sessions/${other.id}`, { as: stranger })).status, 404);
  t.equal((await world.call('DELETE', `/auth/sessions/${other.id}`, { as: second })).status, 204);
  t.equal((await world.call('GET', '/auth/me', { as: viewer })).status, 401);
  t.equal((await world.call('GET', '/auth/me', { as: second })).status, 200);
});

t.test('changing the password ends every session and needs the current one', async (t) => {
  const viewer = await world.person('viewer');
  const change = (current_password: string, new_password: string) =>
    world.call('POST', '/auth/password/change', { as: viewer, body: { current_password, new_password } });
  t.equal((await change('wrong', 'Another-password-7')).status, 400);
  t.equal((await change(PASSWORD, 'short')).status, 422);
  t.equal((await change(PASSWORD, 'Another-password-7')).status, 204);
  t.equal((await world.call('GET', '/auth/me', { as: viewer })).status, 401);
  t.equal((await signIn(viewer.email)).status, 401);
  t.equal((await signIn(viewer.email, 'Another-password-7')).status, 200);
});

t.test('a profile is changed by its owner, with If-Match', async (t) => {
  const [viewer, other] = [await world.person('viewer'), await world.person('viewer')];
  const patch = (body: unknown, headers = {}) =>
    world.call('PATCH', '/auth/me', { as: viewer, body, headers });
  const changed = await patch({ display_name: 'Vera' });
  t.equal(changed.status, 200);
  t.equal(changed.body.display_name, 'Vera');
  t.equal((await patch({ display_name: null }, { 'if-match': '"2020-01-01T00:00:00Z"' })).status, 412);
  t.equal((await patch({ display_name: null }, { 'if-match': String(changed.headers['etag']) })).status, 200);
  t.equal((await patch({ email: other.email })).status, 409);
  t.equal((await patch({ role: 'super_admin' })).status, 422);
});

t.test('cookies sign a browser in, and writes then need the CSRF header', async (t) => {
  const viewer = await world.person('viewer');
  const answer = await signIn(viewer.email);
  const set = [answer.headers['set-cookie'] ?? []].flat();
  t.match(set, [/^svc_access=.*HttpOnly/, /^svc_refresh=.*HttpOnly/, /^svc_csrf=/]);
  t.notMatch(set[2], /HttpOnly/);
  const cookie = set.map((each) => each.split(';')[0]).join('; ');
  const csrf = /svc_csrf=([^;]+)/.exec(cookie)?.[1] ?? '';
  t.equal((await world.call('GET', '/auth/me', { headers: { cookie } })).status, 200);
  t.equal((await world.call('POST', '/auth/logout', { headers: { cookie } })).status, 403);
  t.equal((await world.call('POST', '/auth/refresh', { headers: { cookie } })).status, 200);
  const out = await world.call('POST', '/auth/logout', { headers: { cookie, 'x-csrf-token': csrf } });
  t.equal(out.status, 204);
  t.match([out.headers['set-cookie']].flat()[0], /^svc_access=;.*Max-Age=0/);
});

t.test('tokens of other kinds, keys and algorithms are refused', async (t) => {
  const viewer = await world.person('viewer');
  const [header, payload] = viewer.token.split('.');
  const none = Buffer.from('{"alg":"none","typ":"svc-access+jwt"}').toString('base64url');
  for (const token of [
    viewer.refresh_token,
    `${header}.${payload}.AAAA`,
    `${none}.${payload}.`,
    'x',
    'a.b.c',
  ])
    t.equal((await world.call('GET', '/auth/me', { token })).status, 401, token.slice(0, 20));
});

t.test('sign-ins are in the audit record', async (t) => {
  const viewer = await world.person('viewer');
  const listed = async (action: string) => {
    const answer = await world.call('GET', `/audit?action=${action}&per_page=200`, {
      as: await world.owner(),
    });
    return answer.body.items as readonly { actor_id: string | null; target_id: string }[];
  };
  t.ok((await listed('auth.login')).some(({ actor_id }) => actor_id === viewer.user_id));
  t.ok((await listed('auth.refresh_reused')).length >= 2);
  t.ok((await listed('auth.password_changed')).length === 1);
});

t.test('an expired access token is refused and a refresh token lives seven days', async (t) => {
  const viewer = await world.person('viewer');
  clock.advance(86_400_000);
  t.equal((await world.call('GET', '/auth/me', { as: viewer })).status, 401);
  const next = await renew(viewer.refresh_token);
  t.equal(next.status, 200);
  clock.advance(7 * 86_400_000 + 1_000);
  t.equal((await renew(next.body.refresh_token)).status, 401);
});
