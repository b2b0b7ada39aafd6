import t from 'tap';
import type { Answer } from '../../harness/index.ts';
import { bootPasskeys, changed, ORIGIN, OTHER_ORIGIN } from '../support/sign-in/passkey-world.ts';
import { SoftwareAuthenticator } from '../support/sign-in/software-authenticator.ts';
import { refused } from '../support/wire.ts';

const {
  again,
  begin,
  clock,
  enrol,
  enrolled,
  firstStep,
  harness,
  listOf,
  outside,
  post,
  reasonsFor,
  recorded,
  signIn,
  signInOptions,
} = await bootPasskeys(t);

t.test('a passkey is added, listed, renamed and removed, and sessions end with each change', async (t) => {
  const person = await harness.person('viewer');
  const { options } = (await begin(person)).body;
  t.match(options, {
    rp: { id: 'example.com' },
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { userVerification: 'preferred' },
  });
  const handle = Buffer.from(options.user.id, 'base64url');
  t.equal(handle.length, 32);
  t.notOk([person.user_id, person.email].some((word) => handle.toString('latin1').includes(word)));

  const { device, id, added } = await enrol(person);
  t.match(added.body, {
    name: 'Blue key',
    last_used_at: null,
    backed_up: true,
    transports: ['internal', 'hybrid'],
    created_at: String,
  });
  t.equal((await listOf(person)).status, 401, 'the session ended');
  const next = await again(person, device);
  const me = await harness.call('GET', '/auth/me', { as: next });
  t.equal(me.body.mfa_enabled, true);
  t.match((await listOf(next)).body, { total: 1, items: [{ id, last_used_at: String }] });
  t.equal((await listOf(next, '?search=BLUE')).body.total, 1);
  t.equal((await listOf(next, '?search=%25')).body.total, 0);

  const patch = (name: unknown, headers = {}) =>
    harness.call('PATCH', `/auth/passkeys/${id}`, { as: next, body: { name }, headers });
  const renamed = await patch('Red key');
  t.match([renamed.status, renamed.body.name], [200, 'Red key']);
  t.equal((await patch('Green key', { 'if-match': '"long ago"' })).status, 412);
  t.equal((await patch('Green key', { 'if-match': String(renamed.headers['etag']) })).status, 200);
  for (const name of ['', ' ', 'a\u0007b', 'x'.repeat(101), 7]) t.equal((await patch(name)).status, 422);

  const more = (await begin(next)).body.options;
  t.equal(more.user.id, options.user.id, 'one handle per user');
  t.same(more.excludeCredentials, [
    { id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] },
  ]);
  t.equal((await harness.call('DELETE', `/auth/passkeys/${id}`, { as: next })).status, 204);
  t.equal((await listOf(next)).status, 401, 'the session ended');
  t.equal((await signIn(device)).status, 401, 'a removed passkey signs nobody in');
  const password = await harness.signIn(person.email);
  t.equal((await harness.call('GET', '/auth/me', { as: password })).body.mfa_enabled, false);
  for (const action of ['added', 'renamed', 'removed', 'registration_begun'])
    t.ok((await recorded(`passkeys.${action}`)).length > 0, action);
});

t.test('a password is followed by the passkey as second step', async (t) => {
  const { person, device } = await enrolled();
  const { login, mfa_token, challenge_id, options } = await firstStep(person);
  t.match(login.body, { require_mfa: true, methods: ['passkey'] });
  t.notOk('access_token' in login.body);
  t.match(options, { rpId: 'example.com', userVerification: 'preferred' });
  t.same(options.allowCredentials, [
    { id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] },
  ]);
  const response = device.get(options, { userVerified: false, userHandle: null });
  const answer = await post('/second-step', { mfa_token, challenge_id, response });
  t.equal(answer.status, 200, answer.text);
  t.match([answer.headers['set-cookie']].flat()[0], /^svc_access=.*HttpOnly/);
  t.equal((await harness.call('GET', '/auth/me', { token: answer.body.access_token })).status, 200);
  refused(t, await post('/second-step', { mfa_token, challenge_id, response }), 401);
  const signedIn = await recorded('auth.login');
  t.match(signedIn[0]?.detail, { method: 'password', second_method: 'passkey' });
  refused(t, await post('/second-step/options', { mfa_token: 'x.y.z' }), 401);
});

t.test('a passkey alone signs in when it has verified its user, without a second step', async (t) => {
  const { person, device } = await enrolled();
  const { options } = await signInOptions();
  t.match(options, { rpId: 'example.com', userVerification: 'required' });
  t.notOk('allowCredentials' in options);
  const answer = await signIn(device, { origin: OTHER_ORIGIN });
  t.equal(answer.status, 200, answer.text);
  t.notOk(answer.body.require_mfa);
  const me = await harness.call('GET', '/auth/me', { token: answer.body.access_token });
  t.equal(me.body.id, person.user_id);
  t.match((await recorded('auth.login'))[0]?.detail, { method: 'passkey' });
  refused(t, await signIn(device, { userVerified: false }), 401);
  t.same(await reasonsFor(person.user_id), ['not_verified']);
});

t.test('of fifty answers to one challenge exactly one signs in', async (t) => {
  const { person, device } = await enrolled();
  const many = async (attempt: () => Promise<Answer>) => {
    const answers = await Promise.all(Array.from({ length: 50 }, attempt));
    const statuses = answers.map(({ status }) => status);
    t.equal(statuses.filter((status) => status === 200).length, 1);
    t.equal(statuses.filter((status) => status === 401).length, 49);
  };
  const one = await signInOptions();
  const response = device.get(one.options);
  await many(() => post('/sign-in', { challenge_id: one.challenge_id, response }));
  const { mfa_token, challenge_id, options } = await firstStep(person);
  const second = device.get(options);
  await many(() => post('/second-step', { mfa_token, challenge_id, response: second }));
  const uncounted = await enrolled({ count: 0 });
  const begun = await signInOptions();
  const still = uncounted.device.get(begun.options, { count: 0 });
  await many(() => post('/sign-in', { challenge_id: begun.challenge_id, response: still }));
});

t.test('of fifty registrations with one challenge exactly one is taken', async (t) => {
  const person = await harness.person('viewer');
  const { challenge_id, options } = (await begin(person)).body;
  const attempts = Array.from({ length: 50 }, () => {
    const response = new SoftwareAuthenticator(ORIGIN).create(options);
    return post('', { challenge_id, name: 'one of many', response }, person);
  });
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  t.equal(statuses.filter((status) => status === 201).length, 1);
  t.ok(
    statuses.every((status) => [201, 400, 401].includes(status)),
    String(statuses),
  );
});

t.test('a challenge is used up by a wrong answer too, and is over after five minutes', async (t) => {
  const { device } = await enrolled();
  const spoilt = await signInOptions();
  const good = device.get(spoilt.options);
  const wrong = { ...good, response: { ...good.response, signature: changed(good.response.signature) } };
  t.equal((await post('/sign-in', { challenge_id: spoilt.challenge_id, response: wrong })).status, 401);
  t.equal((await post('/sign-in', { challenge_id: spoilt.challenge_id, response: good })).status, 401);
  const late = await signInOptions();
  clock.advance(5 * 60_000);
  const response = device.get(late.options);
  t.equal((await post('/sign-in', { challenge_id: late.challenge_id, response })).status, 401);
  t.equal((await signIn(device)).status, 200);
});

t.test('a key may sign for itself, and need not verify its user to become a second factor', async (t) => {
  const honest = { selfAttested: true, userVerified: false, backedUp: false };
  const { added, device, person } = await enrolled(honest);
  t.match([added.status, added.body.backed_up], [201, false]);
  refused(t, await signIn(device, { userVerified: false, backedUp: false }), 401);
  const { mfa_token, challenge_id, options } = await firstStep(person);
  const response = device.get(options, { userVerified: false, backedUp: false });
  t.equal((await post('/second-step', { mfa_token, challenge_id, response })).status, 200);
});

t.test('strangers who ask for options leave nothing behind', async (t) => {
  const rows = async () =>
    (await outside.query('select count(*)::int as n from passkey_used_challenges')).rows[0].n;
  const before = await rows();
  for (let time = 0; time < 20; time += 1) await signInOptions();
  t.equal(await rows(), before);
});
