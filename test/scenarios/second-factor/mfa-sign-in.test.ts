import { AUTHORITY, SIGN_INS } from '@patchbay/module-identity/contract';
import t from 'tap';
import { freshAddress, PASSWORD } from '../../harness/index.ts';
import { mfaWorld } from '../support/sign-in/mfa-world.ts';

const { clock, outside, post, steps, world } = await mfaWorld(t);

const enrolled = async () => steps.enrol(await world.person('viewer'));

t.test('remember_me is kept over the second step', async (t) => {
  const { person, secret } = await enrolled();
  const body = { login: person.email, password: PASSWORD, remember_me: true };
  const first = await world.call('POST', '/auth/login', { body, from: freshAddress() });
  const held = await steps.second(first.body.mfa_token, await steps.code(secret));
  t.match([held.headers['set-cookie']].flat()[1], /Max-Age=2592000/i);
});

t.test('five wrong codes lock the second step for thirty minutes, wherever it is taken', async (t) => {
  const someone = await enrolled();
  const person = await steps.signIn(someone);
  const mfa_token = await steps.mfaToken(person);
  const wrong = ['000001', '00000002', 'abc'];
  for (const code of wrong) t.equal((await steps.second(mfa_token, code)).status, 401);
  t.equal((await post(person, '/auth/mfa/backup-codes', { code: '000004' })).status, 400);
  const last = { password: PASSWORD, code: '000005' };
  t.equal((await post(person, '/auth/mfa/disable', last)).status, 400);
  const [backup] = someone.backup_codes;
  const locked = await steps.second(mfa_token, await steps.code(someone.secret));
  t.equal(locked.status, 423);
  t.ok(Number(locked.headers['retry-after']) > 0);
  t.equal((await steps.second(mfa_token, backup)).status, 423);
  t.equal((await post(person, '/auth/mfa/backup-codes', { code: backup })).status, 423);
  t.equal((await post(person, '/auth/mfa/disable', { password: PASSWORD, code: backup })).status, 423);
  const audit = '/audit?action=auth.second_step_failed&per_page=200';
  const { body } = await world.call('GET', audit, { as: await world.owner() });
  const told = body.items.filter(({ target_id }: { target_id: string }) => target_id === person.user_id);
  t.equal(told.length, 5);
  clock.advance(30 * 60_000 + 1_000);
  t.equal((await steps.second(await steps.mfaToken(person), backup)).status, 200);
});

t.test('of many parallel guesses no more than five count', async (t) => {
  const { person } = await enrolled();
  const mfa_token = await steps.mfaToken(person);
  const guesses = Array.from({ length: 12 }, (_, index) => steps.second(mfa_token, `10000${index % 10}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  t.equal(statuses.filter((status) => status === 401).length, 5);
  t.equal(statuses.filter((status) => status === 423).length, 7);
});

t.test('an mfa_token of another kind, key or time is refused, and opens nothing else', async (t) => {
  const { person, secret } = await enrolled();
  const other = await world.person('viewer');
  const mfa_token = await steps.mfaToken(person);
  const [header = '', payload = '', signature = ''] = mfa_token.split('.');
  const changed = Buffer.from(JSON.stringify({ ...JSON.parse(atob(payload)), sub: other.user_id }));
  const none = Buffer.from('{"alg":"none","typ":"svc-mfa+jwt"}').toString('base64url');
  const forged = [
    other.token,
    other.refresh_token,
    `${none}.${payload}.`,
    `${header}.${changed.toString('base64url')}.${signature}`,
    `${header}.${payload}.AAAA`,
    'x',
    '..',
  ];
  for (const each of forged)
    t.equal((await steps.second(each, await steps.code(secret))).status, 401, each.slice(0, 20));
  t.equal((await world.call('GET', '/auth/me', { token: mfa_token })).status, 401);
  const cookie = `svc_access=${mfa_token}`;
  t.equal((await world.call('GET', '/auth/me', { headers: { cookie } })).status, 401);
  const body = { refresh_token: mfa_token };
  t.equal((await world.call('POST', '/auth/refresh', { body })).status, 401);
  clock.advance(301_000);
  t.equal((await steps.second(mfa_token, await steps.code(secret))).status, 401);
});

t.test('an mfa_token opens one session, whatever codes follow and however many at once', async (t) => {
  const { person, secret, backup_codes } = await enrolled();
  const mfa_token = await steps.mfaToken(person);
  t.equal((await steps.second(mfa_token, '000000')).status, 401, 'a wrong code does not use it up');
  t.equal((await steps.second(mfa_token, await steps.code(secret))).status, 200);
  steps.nextStep();
  for (const code of [await steps.code(secret), backup_codes[0]])
    t.equal((await steps.second(mfa_token, code)).status, 401);
  const again = await steps.mfaToken(person);
  t.equal((await steps.second(again, await steps.code(secret))).status, 200, 'the code was not used up');
  const many = await steps.mfaToken(person);
  const codes = backup_codes.slice(1, 5);
  const statuses = await Promise.all(codes.map(async (code) => (await steps.second(many, code)).status));
  t.same(statuses.toSorted(), [200, 401, 401, 401]);
});

t.test('an mfa_token of before a change of credentials is refused', async (t) => {
  const someone = await enrolled();
  const person = await steps.signIn(someone);
  const mfa_token = await steps.mfaToken(person);
  const change = { current_password: PASSWORD, new_password: 'Another-password-7' };
  t.equal((await post(person, '/auth/password/change', change)).status, 204);
  t.equal((await steps.second(mfa_token, await steps.code(someone.secret))).status, 401);
  const fresh = (await steps.first(person, 'Another-password-7')).body.mfa_token;
  t.equal((await steps.second(fresh, await steps.code(someone.secret))).status, 200);
});

t.test('an account with a second factor gets no tokens by the password grant', async (t) => {
  const { person } = await enrolled();
  const grant = (password: string) =>
    world.call('POST', '/auth/token', { body: { username: person.email, password }, from: freshAddress() });
  t.equal((await grant(PASSWORD)).status, 400);
  t.equal((await grant('wrong')).status, 401);
});

t.test('credentials that change during a sign-in open no session', async (t) => {
  const desk = world.get(SIGN_INS);
  const { person } = await enrolled();
  const pending = await desk.pending(await steps.mfaToken(person));
  const raise = 'update users set token_version = token_version + 1 where id = $1 returning token_version';
  await outside.query(raise, [person.user_id]);
  const request = { ip: '127.0.0.1', user_agent: 'test' } as Parameters<typeof desk.finish>[1];
  const reply = { cookie: () => t.fail('no cookie'), header: () => {}, status: () => {} };
  await t.rejects(desk.finishSecond(pending, 'totp', request, reply), { message: /run out/ });
  const viewer = await world.person('viewer');
  const { token_version } = await world.get(AUTHORITY).now(viewer.user_id);
  await outside.query(raise, [viewer.user_id]);
  const step = {
    user_id: viewer.user_id,
    method: 'password',
    remember_me: false,
    two_factors: false,
  } as const;
  await t.rejects(desk.finish({ ...step, token_version }, request, reply), { message: /valid credential/ });
});

t.test('a factor whose module is off does not let one step do for two', async (t) => {
  const { person } = await enrolled();
  await outside.query('delete from totp_factors where user_id = $1', [person.user_id]);
  const body = { login: person.email, password: PASSWORD };
  const refused = await world.call('POST', '/auth/login', { body, from: freshAddress() });
  t.equal(refused.status, 503);
  t.match(refused.body.error.message, /second factor/);
});
