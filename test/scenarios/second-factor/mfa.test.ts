import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { PASSWORDS, Passwords } from '@patchbay/kernel/secrets';
import { FACTORS } from '@patchbay/module-identity/contract';
import pg from 'pg';
import t from 'tap';
import { bootPlatform, PASSWORD, type Person } from '../../harness/index.ts';
import { MFA_ENVIRONMENT, mfaWorld } from '../support/sign-in/mfa-world.ts';
import { SecondSteps } from '../support/sign-in/second-step.ts';

const { clock, outside, post, steps, world } = await mfaWorld(t);

const me = (as: Person) => world.call('GET', '/auth/me', { as });
const enrolled = async () => steps.enrol(await world.person('viewer'));

t.test('an app is set up, enabled with its code, and ends every session', async (t) => {
  const viewer = await world.person('viewer');
  const second = await world.signIn(viewer.email);
  t.same((await world.call('GET', '/auth/mfa', { as: viewer })).body, {
    enabled: false,
    methods: [],
    backup_codes_left: 0,
  });
  const setup = await post(viewer, '/auth/mfa/setup');
  t.equal(setup.status, 200);
  t.match(setup.body.secret, /^[A-Z2-7]{32}$/);
  t.equal(
    setup.body.otpauth_url,
    `otpauth://totp/Patchbay:${encodeURIComponent(viewer.email)}?secret=${setup.body.secret}&issuer=Patchbay`,
  );
  t.match(setup.body.qr_svg, /^<svg /);
  t.equal(setup.headers['cache-control'], 'no-store, no-cache, must-revalidate');
  t.equal((await me(viewer)).body.mfa_enabled, false);
  t.equal((await steps.first(viewer)).status, 200, 'a secret that waits asks for nothing');
  const enabled = await post(viewer, '/auth/mfa/enable', { code: await steps.code(setup.body.secret) });
  t.equal(enabled.status, 200);
  t.equal(new Set(enabled.body.backup_codes).size, 10);
  for (const code of enabled.body.backup_codes) t.match(code, /^[0-9a-f]{8}$/);
  for (const person of [viewer, second]) {
    t.equal((await me(person)).status, 401);
    const body = { refresh_token: person.refresh_token };
    t.equal((await world.call('POST', '/auth/refresh', { body })).status, 401);
  }
});

t.test('a sign-in then waits for its second step, which leaves tokens and cookies', async (t) => {
  const { person, secret } = await enrolled();
  const first = await steps.first(person);
  t.same(Object.keys(first.body).sort(), ['methods', 'mfa_token', 'require_mfa']);
  t.same(first.body.methods, ['totp', 'backup_code']);
  t.equal(first.headers['set-cookie'], undefined);
  const second = await steps.second(first.body.mfa_token, ` ${(await steps.code(secret)).slice(0, 3)} `);
  t.equal(second.status, 401);
  const code = await steps.code(secret);
  const held = await steps.second(first.body.mfa_token, `${code.slice(0, 3)} ${code.slice(3)}`);
  t.equal(held.status, 200);
  t.match([held.headers['set-cookie']].flat(), [/^svc_access=/, /^svc_refresh=/, /^svc_csrf=/]);
  const profile = await me({ ...person, token: held.body.access_token });
  t.match(profile.body, { mfa_enabled: true, role: 'viewer', mfa_enrolment_required: false });
  const audit = await world.call('GET', '/audit?action=auth.login&per_page=200', { as: await world.owner() });
  t.match(
    audit.body.items.find(({ actor_id }: { actor_id: string }) => actor_id === person.user_id)?.detail,
    { method: 'password', second_method: 'totp' },
  );
});

t.test('codes of one step before and after hold, of two steps do not', async (t) => {
  const { person, secret } = await enrolled();
  clock.advance(120_000);
  const statuses: number[] = [];
  for (const ahead of [-2, 2, -1, 0, 1]) {
    const mfa_token = await steps.mfaToken(person);
    statuses.push((await steps.second(mfa_token, await steps.code(secret, ahead))).status);
  }
  t.same(statuses, [401, 401, 200, 200, 200]);
});

t.test('a code works once, and an earlier one no more; enabling spends its code too', async (t) => {
  const viewer = await world.person('viewer');
  const { secret } = (await post(viewer, '/auth/mfa/setup')).body;
  const code = await steps.code(secret);
  t.equal((await post(viewer, '/auth/mfa/enable', { code })).status, 200);
  t.equal((await steps.second(await steps.mfaToken(viewer), code)).status, 401);
  const next = await steps.code(secret, 1);
  t.equal((await steps.second(await steps.mfaToken(viewer), next)).status, 200);
  const mfa_token = await steps.mfaToken(viewer);
  t.equal((await steps.second(mfa_token, next)).status, 401);
  t.equal((await steps.second(mfa_token, code)).status, 401);
  for (let replay = 0; replay < 6; replay += 1) await steps.second(mfa_token, code);
  steps.nextStep();
  t.equal((await steps.second(mfa_token, await steps.code(secret, 1))).status, 200, 'replays lock nothing');
});

t.test('of fifty parallel uses of one code exactly one wins', async (t) => {
  const { person, secret, backup_codes } = await enrolled();
  for (const code of [await steps.code(secret), String(backup_codes[0])]) {
    const mfa_token = await steps.mfaToken(person);
    const answers = await Promise.all(Array.from({ length: 50 }, () => steps.second(mfa_token, code)));
    const refused = answers.map(({ status }) => status).filter((status) => status !== 200);
    t.equal(refused.length, 49, code);
    t.ok(
      refused.every((status) => status === 401 || status === 503),
      'refused, or turned away by a machine that is too busy',
    );
  }
});

t.test('a backup code works once, in any case, and is counted down', async (t) => {
  const someone = await enrolled();
  const [first = '', second = ''] = someone.backup_codes;
  t.equal((await steps.second(await steps.mfaToken(someone.person), first.toUpperCase())).status, 200);
  const mfa_token = await steps.mfaToken(someone.person);
  t.equal((await steps.second(mfa_token, first)).status, 401);
  t.equal((await steps.second(mfa_token, `${second.slice(0, 4)}-${second.slice(4)}`)).status, 200);
  const person = await steps.signIn(someone);
  t.same((await world.call('GET', '/auth/mfa', { as: person })).body, {
    enabled: true,
    methods: ['totp', 'backup_code'],
    backup_codes_left: 8,
  });
});

t.test('backup codes are renewed with a code, and the former ones are void', async (t) => {
  const someone = await enrolled();
  const person = await steps.signIn(someone);
  t.equal((await post(person, '/auth/mfa/backup-codes', { code: '00000000' })).status, 400);
  const renewed = await post(person, '/auth/mfa/backup-codes', { code: await steps.code(someone.secret) });
  t.equal(renewed.status, 200);
  t.equal(renewed.body.backup_codes.length, 10);
  t.equal((await me(person)).status, 200);
  const mfa_token = await steps.mfaToken(person);
  t.equal((await steps.second(mfa_token, someone.backup_codes[0])).status, 401);
  t.equal((await steps.second(mfa_token, renewed.body.backup_codes[0])).status, 200);
  const stranger = await world.person('viewer');
  t.equal((await post(stranger, '/auth/mfa/backup-codes', { code: '123456' })).status, 409);
});

t.test('disabling takes the password and a code, and ends every session', async (t) => {
  const someone = await enrolled();
  const person = await steps.signIn(someone);
  const disable = (body: unknown) => post(person, '/auth/mfa/disable', body);
  const code = await steps.code(someone.secret);
  t.match((await disable({ password: 'wrong', code })).body.error.message, /password/);
  t.equal((await disable({ code })).status, 400);
  t.equal((await disable({ password: PASSWORD, code: '000000' })).status, 400);
  t.equal((await me(person)).status, 200);
  const done = await disable({ password: PASSWORD, code: someone.backup_codes[3] });
  t.equal(done.status, 204);
  t.match([done.headers['set-cookie']].flat()[0], /^svc_access=;/);
  t.equal((await me(person)).status, 401);
  const again = await world.signIn(person.email);
  t.same((await world.call('GET', '/auth/mfa', { as: again })).body, {
    enabled: false,
    methods: [],
    backup_codes_left: 0,
  });
  t.equal((await post(again, '/auth/mfa/disable', { password: PASSWORD, code })).status, 409);
});

t.test('setting up again replaces the secret that waits; an enabled one conflicts', async (t) => {
  const viewer = await world.person('viewer');
  t.equal((await post(viewer, '/auth/mfa/enable', { code: '123456' })).status, 409);
  const [one, two] = [await post(viewer, '/auth/mfa/setup'), await post(viewer, '/auth/mfa/setup')];
  t.not(one.body.secret, two.body.secret);
  const enable = async (secret: string) =>
    post(viewer, '/auth/mfa/enable', { code: await steps.code(secret) });
  t.equal((await enable(one.body.secret)).status, 400);
  t.equal((await enable(two.body.secret)).status, 200);
  steps.nextStep();
  const person = await steps.signIn({ person: viewer, secret: two.body.secret, backup_codes: [] });
  t.equal((await post(person, '/auth/mfa/setup')).status, 409);
  t.equal((await post(person, '/auth/mfa/enable', { code: await steps.code(two.body.secret) })).status, 409);
});

t.test('of parallel first codes one enables, whose backup codes hold', async (t) => {
  const viewer = await world.person('viewer');
  const { secret } = (await post(viewer, '/auth/mfa/setup')).body;
  const body = { code: await steps.code(secret) };
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(viewer, '/auth/mfa/enable', body)));
  const won = answers.filter(({ status }) => status === 200);
  t.equal(won.length, 1);
  t.ok(answers.every(({ status }) => [200, 400, 401, 409].includes(status)));
  t.equal((await steps.second(await steps.mfaToken(viewer), won[0]?.body.backup_codes[9])).status, 200);
});

t.test('bodies of the wrong shape are refused and change nothing', async (t) => {
  const someone = await enrolled();
  const person = await steps.signIn(someone);
  const mfa_token = await steps.mfaToken(person);
  for (const code of [null, 123_456, true, ['123456'], { $ne: 1 }, '', '1'.repeat(65)]) {
    t.equal((await steps.second(mfa_token, code)).status, 422, JSON.stringify(code));
    t.equal((await post(person, '/auth/mfa/backup-codes', { code })).status, 422);
    t.equal((await post(person, '/auth/mfa/disable', { password: PASSWORD, code })).status, 422);
  }
  for (const each of [null, 7, {}, ['x'], '', 'x'.repeat(5_000)])
    t.equal((await steps.second(each, '123456')).status, 422, JSON.stringify(each)?.slice(0, 20));
  const password = ['x'];
  t.equal((await post(person, '/auth/mfa/disable', { password, code: '123456' })).status, 422);
  t.equal((await steps.second(mfa_token, await steps.code(someone.secret))).status, 200);
});

t.test('a scoped key reaches none of it', async (t) => {
  const admin = await world.person('org_admin');
  const { secret } = (await post(admin, '/api-keys', { name: 'narrow', scopes: ['site:read'] })).body;
  for (const path of ['setup', 'enable', 'disable', 'backup-codes']) {
    const answer = await world.call('POST', `/auth/mfa/${path}`, {
      apiKey: secret,
      body: { code: '123456' },
    });
    t.equal(answer.status, 403, path);
  }
});

t.test('secrets and codes lie sealed and hashed in the database', async (t) => {
  // The hashes are looked at: this platform makes them at the product's own cost.
  const overrides = [provide(PASSWORDS, [], () => new Passwords())];
  const costly = await bootPlatform(t, { environment: MFA_ENVIRONMENT, work: false, clock, overrides });
  const enrolling = new SecondSteps({ world: costly, clock }).enrol(await costly.person('viewer'));
  const { person, secret, backup_codes } = await enrolling;
  const database = new pg.Client({ connectionString: costly.databaseUrl });
  await database.connect();
  t.teardown(() => database.end());
  const rows = await database.query(
    `select to_jsonb(f)::text as row from totp_factors f where user_id = $1
     union all select to_jsonb(c)::text from backup_codes c where user_id = $1`,
    [person.user_id],
  );
  t.equal(rows.rows.length, 11);
  for (const { row } of rows.rows)
    for (const plain of [secret, ...backup_codes]) t.notOk(row.includes(plain));
  t.match(rows.rows[0].row, /"secret": "v1\./);
  t.match(rows.rows[1].row, /"code_hash": "\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

t.test('an administrator takes every factor from somebody locked out', async (t) => {
  const someone = await enrolled();
  const person = await steps.signIn(someone);
  await world.get(DATABASE).write(systemPrincipal(person.organization_id), async (work) => {
    await work.sql.selectFrom('users').select('id').where('id', '=', person.user_id).forUpdate().execute();
    await world.get(FACTORS).reset(work, person.user_id);
  });
  t.same(await world.get(FACTORS).methodsOf(person.user_id), []);
  t.equal((await me(person)).status, 401);
  const again = await world.signIn(person.email);
  t.equal((await me(again)).body.mfa_enabled, false);
  const left = await outside.query('select 1 from backup_codes where user_id = $1', [person.user_id]);
  t.equal(left.rowCount, 0);
});
