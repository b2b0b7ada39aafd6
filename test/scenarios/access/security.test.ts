import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { bootPlatform, freshAddress, PASSWORD, type Person, waitFor } from '../../harness/index.ts';
import { SecondSteps } from '../support/sign-in/second-step.ts';
import { NOWHERE } from '../support/wire.ts';

const MODULES = 'identity,api-keys,organizations,system,audit,security';
const clock = new ManualClock(new Date());
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false, clock });
const owner = await harness.owner();
const admin = await harness.person('org_admin');
const stranger = await harness.person('org_admin', await harness.organization('Second Networks'));

const get = (path: string, as: Person = admin) => harness.call('GET', path, { as });
const post = (path: string, as: Person = admin, body?: object) =>
  harness.call('POST', path, { as, ...(body ? { body } : {}) });
const remove = (path: string, as: Person = admin) => harness.call('DELETE', path, { as });
const guess = (login: string, password = 'wrong') =>
  harness.call('POST', '/auth/login', { body: { login, password }, from: freshAddress() });
const actions = async (action: string) =>
  (await get(`/audit?action=${action}&per_page=200`, owner)).body.items;

async function lockOut({ email }: Person): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) await guess(email);
  const { status } = await guess(email, PASSWORD);
  if (status !== 423) throw new Error(`five failures did not lock: ${status}`);
}

t.test('the history names who signed in, how, from where, and who failed to', async (t) => {
  const viewer = await harness.person('viewer');
  await guess(viewer.email);
  const list = async (filter: string) =>
    (await get(`/security/sign-ins?user_id=${viewer.user_id}${filter}`)).body;
  await waitFor('the failure to be recorded', async () => (await list('')).total >= 2);
  const [failed, succeeded] = (await list('')).items;
  t.match(failed, { user_id: viewer.user_id, outcome: 'wrong_credentials', ip: /^127\./, session_id: null });
  t.match(succeeded, { outcome: 'succeeded', method: 'password', second_method: null, ip: /^127\./ });
  t.match(succeeded.session_id, /^[0-9a-f-]{36}$/);
  t.match(succeeded.username, /^viewer-/);
  t.equal((await list('&outcome=succeeded')).total, 1);
  t.equal((await list('&outcome=wrong_credentials')).total, 1);
  t.equal((await list(`&since=${encodeURIComponent('2999-01-01T00:00:00Z')}`)).total, 0);
  t.equal((await list(`&until=${encodeURIComponent('2999-01-01T00:00:00Z')}`)).total, 2);
  t.equal((await get(`/security/sign-ins?user_id=${viewer.user_id}`, stranger)).body.total, 0);
});

t.test('administrators only: a viewer reads the audit record, but not this', async (t) => {
  const viewer = await harness.person('viewer');
  t.equal((await get('/audit', viewer)).status, 200);
  for (const path of ['sign-ins', 'locked-accounts', 'sessions', 'keys'])
    t.equal((await get(`/security/${path}`, viewer)).status, 403, path);
  const body = { user_id: viewer.user_id, permission: 'device:read' };
  t.equal((await post('/security/explain-access', viewer, body)).status, 403);
});

t.test('a lost second factor is removed by a user of a higher role, and by no other', async (t) => {
  const steps = new SecondSteps({ world: harness, clock });
  const { person } = await steps.enrol(await harness.person('viewer'));
  const path = `/security/users/${person.user_id}/reset-mfa`;
  t.equal((await post(path, stranger)).status, 404);
  t.equal((await post(`/security/users/${admin.user_id}/reset-mfa`)).status, 403);
  t.equal((await post(path)).status, 204);
  const body = { login: person.email, password: PASSWORD };
  const signedIn = await harness.call('POST', '/auth/login', { body, from: freshAddress() });
  t.type(signedIn.body.access_token, 'string');
  t.match((await actions('security.factors_reset'))[0], { target_id: person.user_id });
});

t.test('a locked account is listed and unlocked by a user of a higher role', async (t) => {
  const viewer = await harness.person('viewer');
  await lockOut(viewer);
  const { body } = await get('/security/locked-accounts');
  t.equal(body.total, 1);
  t.match(body.items[0], {
    user_id: viewer.user_id,
    email: viewer.email,
    doors: ['sign_in'],
    role: 'viewer',
  });
  t.ok(Date.parse(body.items[0].locked_until) > clock.now().getTime());
  t.equal((await get('/security/locked-accounts?search=nobody')).body.total, 0);
  t.equal((await get('/security/locked-accounts', stranger)).body.total, 0);
  const unlock = `/security/locked-accounts/${viewer.user_id}/unlock`;
  t.equal((await post(unlock, stranger)).status, 404);
  t.equal((await guess(viewer.email, PASSWORD)).status, 423, 'a stranger unlocks nothing');
  t.equal((await post(unlock)).status, 204);
  t.equal((await guess(viewer.email, PASSWORD)).status, 200);
  t.equal((await post(unlock)).status, 404, 'nothing is locked any more');
  t.equal((await post(`/security/locked-accounts/${NOWHERE}/unlock`)).status, 404);
  const noted = await actions('security.account_unlocked');
  t.match(noted[0], { actor_id: admin.user_id, target_id: viewer.user_id });
});

t.test('a user of an equal or a lower role unlocks no account', async (t) => {
  const equal = await harness.person('org_admin');
  await lockOut(equal);
  t.equal((await post(`/security/locked-accounts/${equal.user_id}/unlock`)).status, 403);
  t.equal((await post(`/security/locked-accounts/${equal.user_id}/unlock`, owner)).status, 204);
});

t.test('the lock of a user name is lifted with that of the address', async (t) => {
  const viewer = await harness.person('viewer');
  const username = viewer.email.split('@')[0] ?? '';
  await lockOut({ ...viewer, email: username });
  t.equal((await post(`/security/locked-accounts/${viewer.user_id}/unlock`)).status, 204);
  t.equal((await guess(username, PASSWORD)).status, 200);
});

t.test('a session is ended by its id, at once, by a user of a higher role', async (t) => {
  const viewer = await harness.person('viewer');
  const second = await harness.signIn(viewer.email);
  const list = await get(`/security/sessions?user_id=${viewer.user_id}`);
  t.equal(list.body.total, 2);
  t.match(list.body.items[0], {
    user_id: viewer.user_id,
    username: /^viewer-/,
    ip: /^127\./,
    current: false,
  });
  const [newest] = (await get(`/security/sessions?user_id=${viewer.user_id}&sort=-created_at`)).body.items;
  t.equal((await remove(`/security/sessions/${newest.id}`, stranger)).status, 404);
  t.equal((await remove(`/security/sessions/${newest.id}`)).status, 204);
  t.equal((await get('/auth/me', second)).status, 401);
  t.equal((await get('/auth/me', viewer)).status, 200);
  t.equal((await remove(`/security/sessions/${newest.id}`)).status, 404);
  const [own] = (await get(`/security/sessions?user_id=${admin.user_id}`)).body.items;
  t.equal(own.current, true);
  t.equal((await remove(`/security/sessions/${own.id}`)).status, 403, 'one does not stand below oneself');
  const [above] = (await get(`/security/sessions?user_id=${owner.user_id}`)).body.items;
  t.equal((await remove(`/security/sessions/${above.id}`)).status, 403);
  const noted = await actions('security.session_ended');
  t.match(noted[0], { actor_id: admin.user_id, target_id: newest.id, detail: { user_id: viewer.user_id } });
});

t.test('every session of a user ends at once, refresh tokens included', async (t) => {
  const viewer = await harness.person('viewer');
  const second = await harness.signIn(viewer.email);
  const end = `/security/users/${viewer.user_id}/end-sessions`;
  t.equal((await post(end, stranger)).status, 404);
  t.equal((await post(`/security/users/${owner.user_id}/end-sessions`)).status, 403);
  t.equal((await post(end)).status, 204);
  for (const person of [viewer, second]) {
    t.equal((await get('/auth/me', person)).status, 401);
    const body = { refresh_token: person.refresh_token };
    t.equal((await harness.call('POST', '/auth/refresh', { body })).status, 401);
  }
  t.equal((await get(`/security/sessions?user_id=${viewer.user_id}`)).body.total, 0);
});

t.test('the key report tells what a key is used for, and which of its scopes rest', async (t) => {
  const operator = await harness.person('admin');
  const made = await post('/api-keys', operator, { name: 'reader', scopes: ['site:read', 'settings:*'] });
  const report = async (as: Person = admin) => {
    const { body } = await get(`/security/keys?user_id=${operator.user_id}`, as);
    return body.items[0];
  };
  t.match(await report(), {
    id: made.body.id,
    username: /^admin-/,
    prefix: made.body.prefix,
    never_used: true,
    stale: false,
    unused_scopes: ['site:read', 'settings:*'],
  });
  const { secret: apiKey } = made.body;
  t.equal((await harness.call('GET', '/sites', { apiKey })).status, 200);
  t.equal((await harness.call('GET', '/users', { apiKey })).status, 403);
  await waitFor('the use to be written', async () => (await report()).unused_scopes.length === 1);
  t.match(await report(), { never_used: false, unused_scopes: ['settings:*'] });
  t.equal(await report(stranger), undefined);
});

t.test('a key of a user of a lower role is revoked at once, that of an equal is not', async (t) => {
  const operator = await harness.person('operator');
  const made = (await post('/api-keys', operator, { name: 'k' })).body;
  const use = () => harness.call('GET', '/sites', { apiKey: made.secret });
  t.equal((await use()).status, 200);
  t.equal((await remove(`/security/keys/${made.id}`, stranger)).status, 404);
  t.equal((await remove(`/security/keys/${made.id}`, operator)).status, 403);
  t.equal((await remove(`/security/keys/${made.id}`)).status, 204);
  t.equal((await use()).status, 401);
  t.equal((await remove(`/security/keys/${made.id}`)).status, 404);
  const own = (await post('/api-keys', admin, { name: 'own' })).body;
  t.equal((await remove(`/security/keys/${own.id}`)).status, 403);
  t.equal((await remove(`/security/keys/${own.id}`, owner)).status, 204);
  t.match((await actions('api_keys.revoke_other'))[0], { actor_id: owner.user_id, target_id: own.id });
});

t.test('a refusal is on record with its route, once a minute however often it is knocked', async (t) => {
  const viewer = await harness.person('viewer');
  const refusals = async () =>
    (await actions('access.refused')).filter(
      ({ actor_id }: { actor_id: string }) => actor_id === viewer.user_id,
    );
  for (let knock = 0; knock < 10; knock += 1) t.equal((await get('/users', viewer)).status, 403);
  await waitFor('the refusal to be recorded', async () => (await refusals()).length === 1);
  t.match((await refusals())[0], {
    target_type: 'route',
    target_id: 'users.list',
    detail: { method: 'GET', path: '/api/v1/users', error: 'kernel.forbidden', suppressed: 0 },
  });
  clock.advance(60_000);
  t.equal((await get('/users', viewer)).status, 403);
  await waitFor('the next refusal to be recorded', async () => (await refusals()).length === 2);
  t.equal((await refusals())[0].detail.suppressed, 9);
});

t.test('what a handler refuses is on record too', async (t) => {
  const equal = await harness.person('org_admin');
  t.equal((await post(`/security/users/${equal.user_id}/end-sessions`)).status, 403);
  const found = () =>
    actions('access.refused').then((items) =>
      items.find(({ target_id }: { target_id: string }) => target_id === 'security.end_sessions'),
    );
  const noted = await waitFor('the refusal to be recorded', found);
  t.match(noted, { actor_id: admin.user_id, detail: { error: 'security.user_too_high' } });
});

t.test('a key that rests for ninety days is stale', async (t) => {
  const viewer = await harness.person('viewer');
  await post('/api-keys', viewer, { name: 'forgotten' });
  clock.advance(91 * 86_400_000);
  const later = await harness.signIn(admin.email);
  const list = (stale: boolean) => get(`/security/keys?user_id=${viewer.user_id}&stale=${stale}`, later);
  t.match((await list(true)).body.items, [{ name: 'forgotten', stale: true, never_used: true }]);
  t.equal((await list(false)).body.total, 0);
});
