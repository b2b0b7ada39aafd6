import { DATABASE, exempt } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { FACTORS, TENANTS } from '@patchbay/module-identity/contract';
import t from 'tap';
import { bootPlatform, freshAddress } from '../../harness/index.ts';
import { bootPasskeys, MODULES, ORIGIN } from '../support/sign-in/passkey-world.ts';
import { SoftwareAuthenticator } from '../support/sign-in/software-authenticator.ts';
import { NOWHERE, refused } from '../support/wire.ts';

const {
  again,
  begin,
  enrol,
  enrolled,
  firstStep,
  harness,
  listOf,
  outside,
  owner,
  post,
  reasonsFor,
  recorded,
  signIn,
} = await bootPasskeys(t);

t.test('adding and removing need a proof of the last five minutes, and a session', async (t) => {
  const { person, device, id } = await enrolled();
  const next = await again(person, device);
  const key = await harness.call('POST', '/api-keys', { as: next, body: { name: 'own' } });
  const apiKey = String(key.body.secret);
  const remove = { path: `/auth/passkeys/${id}` };
  t.equal((await harness.call('DELETE', remove.path, { apiKey })).status, 403);
  t.equal((await harness.call('POST', '/auth/passkeys/registration/options', { apiKey })).status, 403);
  await outside.query(`update sessions set proven_at = proven_at - interval '5 minutes' where user_id = $1`, [
    person.user_id,
  ]);
  for (const answer of [await begin(next), await harness.call('DELETE', remove.path, { as: next })])
    t.equal(answer.body.error.type, 'reauthentication_required');
  t.equal((await listOf(next)).body.total, 1, 'it is still there');
  const fresh = await again(person, device);
  t.equal((await harness.call('DELETE', remove.path, { as: fresh })).status, 204);
});

t.test('a passkey proves who its user is, as a password does, and nobody else', async (t) => {
  const { person, device, id } = await enrolled();
  const stranger = await enrolled();
  const as = await again(person, device);
  await outside.query(`update sessions set proven_at = proven_at - interval '5 minutes'`);
  const prove = async (by: SoftwareAuthenticator) => {
    const { challenge_id, options } = (await post('/reauthentication/options', undefined, as)).body;
    return post('/reauthentication', { challenge_id, response: by.get(options) }, as);
  };
  const crossed = await again(stranger.person, stranger.device);
  const theirs = (await post('/reauthentication/options', undefined, crossed)).body;
  const { challenge_id } = theirs;
  const response = stranger.device.get(theirs.options);
  refused(t, await post('/reauthentication', { challenge_id, response }, as), 400);
  refused(t, await harness.call('DELETE', `/auth/passkeys/${id}`, { as }), 403);
  const proof = await prove(device);
  t.same([proof.status, Object.keys(proof.body)], [200, ['valid_until']]);
  t.equal((await harness.call('DELETE', `/auth/passkeys/${id}`, { as })).status, 204);
});

t.test('a user has at most twenty, two callers at once included', async (t) => {
  const { person, device } = await enrolled();
  await outside.query(
    `insert into passkeys (id, organization_id, user_id, name, credential_id, public_key, sign_count, transports, backed_up)
     select gen_random_uuid(), organization_id, user_id, 'filler ' || n, gen_random_uuid(), public_key, 0, '{}', false
     from passkeys, generate_series(1, 18) n where user_id = $1`,
    [person.user_id],
  );
  const next = await again(person, device);
  const begun = [(await begin(next)).body, (await begin(next)).body];
  const add = ({ challenge_id, options }: (typeof begun)[number]) => {
    const response = new SoftwareAuthenticator(ORIGIN).create(options);
    return post('', { challenge_id, name: 'twentieth', response }, next);
  };
  const statuses = (await Promise.all(begun.map(add))).map(({ status }) => status).sort();
  t.same(statuses, [201, 401], 'the one that came second had lost its session');
  const full = await again(person, device);
  refused(t, await begin(full), 409);
});

t.test('passkeys of others are not found, in the same organization and in another', async (t) => {
  const { id, device, person } = await enrolled();
  const neighbour = await harness.person('org_admin');
  const stranger = await harness.person('org_admin', await harness.organization('Elsewhere'));
  for (const as of [neighbour, stranger])
    for (const passkey of [id, NOWHERE]) {
      const patch = { as, body: { name: 'mine' } };
      refused(t, await harness.call('PATCH', `/auth/passkeys/${passkey}`, patch), 404);
      refused(t, await harness.call('DELETE', `/auth/passkeys/${passkey}`, { as }), 404);
      t.equal((await listOf(as)).body.total, 0);
    }
  t.equal((await listOf(await again(person, device))).body.total, 1);
});

t.test('a disabled user is told so, a deleted one is refused as anybody', async (t) => {
  const { person, device } = await enrolled();
  const path = `/users/${person.user_id}`;
  const pending = await firstStep(person);
  await harness.call('PATCH', path, { as: owner, body: { is_active: false } });
  t.equal((await signIn(device)).status, 403);
  const { mfa_token, challenge_id } = pending;
  const response = device.get(pending.options);
  t.equal((await post('/second-step', { mfa_token, challenge_id, response })).status, 403);
  await harness.call('PATCH', path, { as: owner, body: { is_active: true } });
  t.equal((await signIn(device)).status, 200);
  t.equal((await harness.call('DELETE', path, { as: owner })).status, 204);
  const answer = await signIn(device);
  refused(t, answer, 401);
  t.equal(answer.body.error.message, 'The passkey was not accepted.');
  t.same((await reasonsFor(person.user_id)).toSorted(), ['user_gone_or_changed', 'user_inactive']);
});

t.test('an administrator who resets the factors of a user takes the passkeys too', async (t) => {
  const { person, device } = await enrolled();
  const factors = harness.get(FACTORS);
  t.same(await factors.methodsOf(person.user_id), ['passkey']);
  await harness
    .get(DATABASE)
    .write(systemPrincipal(person.organization_id), (work) => factors.reset(work, person.user_id));
  t.same(await factors.methodsOf(person.user_id), []);
  t.equal((await signIn(device)).status, 401);
  t.equal((await recorded('passkeys.reset'))[0]?.target_id, person.user_id);
});

t.test('whoever must have a second factor may make a passkey theirs', async (t) => {
  const person = await harness.person('operator', await harness.organization('Strict'));
  const strict = systemPrincipal(person.organization_id);
  await harness.get(DATABASE).write(strict, async (work) => {
    await harness.get(TENANTS).change(work, { mfa_required: true });
  });
  const { device } = await enrol(person);
  const me = await harness.call('GET', '/auth/me', { as: await again(person, device) });
  t.match(me.body, { role: 'operator', mfa_enabled: true, mfa_enrolment_required: false });
});

t.test('sign-ins with a passkey count five a minute per address', async (t) => {
  const from = freshAddress();
  const response = new SoftwareAuthenticator(ORIGIN).get({ challenge: 'AAAA', rpId: 'example.com' });
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    const body = { challenge_id: 'none', response };
    statuses.push((await harness.call('POST', '/auth/passkeys/sign-in', { body, from })).status);
  }
  t.same(statuses, [401, 401, 401, 401, 401, 429]);
});

t.test(
  'outside development a platform that was not told its site, or wrongly, says what to set',
  async (t) => {
    const sites: readonly Record<string, string>[] = [
      {},
      { PASSKEY_RP_ID: 'example.com', LOG_LEVEL: 'silent' },
    ];
    for (const site of sites) {
      const environment = { PATCHBAY_MODULES: MODULES, ENVIRONMENT: 'staging', ...site };
      const bare = await bootPlatform(t, { environment, work: false });
      const headers = { host: 'evil.example' };
      const answer = await bare.call('POST', '/auth/passkeys/sign-in/options', { headers });
      t.equal(answer.status, 501);
      t.match(answer.body.error.message, /PASSKEY_RP_ID and PASSKEY_ORIGINS/);
      const as = await bare.owner();
      t.equal((await bare.call('GET', '/auth/passkeys', { as })).body.total, 0);
      await bare.get(DATABASE).asSystem(exempt('passkeys.test', 'a test makes a passkey'), (trx) =>
        trx
          .insertInto('passkeys')
          .values({
            id: NOWHERE,
            organization_id: as.organization_id,
            user_id: as.user_id,
            name: 'made elsewhere',
            credential_id: 'AAAA',
            public_key: 'AAAA',
            sign_count: 0,
            transports: [],
            backed_up: false,
          })
          .execute(),
      );
      const body = { login: as.email, password: as.password };
      const login = await bare.call('POST', '/auth/login', { body, from: freshAddress() });
      t.equal(login.body.require_mfa, true, 'the second step is still asked for');
    }
  },
);
