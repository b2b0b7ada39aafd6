import { ManualClock } from '@patchbay/kernel/telemetry';
import pg from 'pg';
import t from 'tap';
import { bootPlatform, PASSWORD, type Person } from '../../harness/index.ts';
import { SecondSteps } from '../support/sign-in/second-step.ts';
import { refused } from '../support/wire.ts';

const MODULES = 'identity,api-keys,organizations,security,system,audit';
const clock = new ManualClock(new Date());
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false, clock });
const steps = new SecondSteps({ world: harness, clock });
const database = new pg.Client(harness.databaseUrl);
await database.connect();
t.teardown(() => database.end());

const age = (person: Person) =>
  database.query(`update sessions set proven_at = now() - interval '5 minutes' where user_id = $1`, [
    person.user_id,
  ]);
const makeKey = (as: Person) => harness.call('POST', '/api-keys', { as, body: { name: 'one' } });
const prove = (as: Person, body: unknown) => harness.call('POST', '/auth/reauthenticate', { as, body });
const audited = async (action: string) =>
  (await database.query('select target_type, detail from audit_log where action = $1 order by id', [action]))
    .rows;

t.test('a sign-in is a proof for five minutes; afterwards the password makes another', async (t) => {
  const person = await harness.person('operator');
  t.equal((await makeKey(person)).status, 201);
  await age(person);
  const before = Date.now();
  const stale = await makeKey(person);
  refused(t, stale, 403);
  t.equal(stale.body.error.type, 'reauthentication_required');
  t.equal((await prove(person, { password: 'wrong' })).status, 400);
  t.equal((await makeKey(person)).status, 403, 'a wrong one proves nothing');
  const proof = await prove(person, { password: PASSWORD });
  t.equal(proof.status, 200);
  t.same(Object.keys(proof.body), ['valid_until']);
  const minutes = (Date.parse(proof.body.valid_until) - before) / 60_000;
  t.ok(minutes > 4.5 && minutes < 6, `five minutes from then, not ${minutes}`);
  t.equal((await makeKey(person)).status, 201);
});

t.test('a proof counts for the session that gave it, not for others of the same user', async (t) => {
  const person = await harness.person('operator');
  const other = await harness.signIn(person.email);
  await age(person);
  t.equal((await prove(other, { password: PASSWORD })).status, 200);
  t.equal((await makeKey(other)).status, 201);
  t.equal((await makeKey(person)).body.error.type, 'reauthentication_required');
});

t.test('a code of a second factor proves as well, once', async (t) => {
  const enrolled = await steps.enrol(await harness.person('operator'));
  const person = await steps.signIn(enrolled);
  await age(person);
  t.equal((await prove(person, { code: '000000' })).status, 400);
  const code = await steps.code(enrolled.secret);
  t.equal((await prove(person, { code })).status, 200);
  t.equal((await makeKey(person)).status, 201);
  t.equal((await prove(person, { code })).status, 400, 'a code works once');
  t.equal((await prove(person, { code: enrolled.backup_codes[0] })).status, 200);
});

t.test('exactly one of password and code is sent, and a key cannot prove anything', async (t) => {
  const person = await harness.person('operator');
  refused(t, await prove(person, {}), 422);
  refused(t, await prove(person, { password: PASSWORD, code: '123456' }), 422);
  const apiKey = String((await makeKey(person)).body.secret);
  const answer = await harness.call('POST', '/auth/reauthenticate', { apiKey, body: { password: PASSWORD } });
  refused(t, answer, 403);
  t.equal(answer.body.error.type, 'reauthentication_required');
  const change = { current_password: PASSWORD, new_password: 'Another-password-7' };
  refused(t, await harness.call('POST', '/auth/password/change', { apiKey, body: change }), 403);
});

t.test('five wrong passwords lock the proof as they lock a change of the password', async (t) => {
  const person = await harness.person('operator');
  for (let time = 0; time < 5; time += 1) t.equal((await prove(person, { password: 'wrong' })).status, 400);
  t.equal((await prove(person, { password: PASSWORD })).status, 423);
});

t.test('the body of a password change is its own proof', async (t) => {
  const person = await harness.person('operator');
  await age(person);
  const body = { current_password: PASSWORD, new_password: 'Another-password-7' };
  t.equal((await harness.call('POST', '/auth/password/change', { as: person, body })).status, 204);
});

t.test('a proof ends with its session, and what it allowed is on record', async (t) => {
  const person = await harness.person('operator');
  t.equal((await prove(person, { password: PASSWORD })).status, 200);
  t.match((await audited('auth.reauthenticated')).at(-1), {
    target_type: 'session',
    detail: { method: 'password' },
  });
  t.equal((await harness.call('POST', '/auth/logout', { as: person })).status, 204);
  t.equal((await prove(person, { password: PASSWORD })).status, 401);
});

t.test('an administrator with an old proof changes who somebody is only after another', async (t) => {
  const admin = await harness.person('org_admin');
  const member = await harness.person('viewer');
  await age(admin);
  const patch = (body: unknown) => harness.call('PATCH', `/users/${member.user_id}`, { as: admin, body });
  for (const body of [{ email: 'x@example.com' }, { username: 'x-x' }, { role: 'operator' }])
    t.equal((await patch(body)).body.error.type, 'reauthentication_required');
  t.equal((await patch({ display_name: 'Vi' })).status, 200);
  t.equal((await prove(admin, { password: PASSWORD })).status, 200);
  t.equal((await patch({ role: 'operator' })).status, 200);
});
