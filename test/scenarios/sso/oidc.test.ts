import t from 'tap';
import { freshAddress } from '../../harness/index.ts';
import { REDIRECT_URI } from '../support/sign-in/oidc-peer.ts';
import { SecondSteps } from '../support/sign-in/second-step.ts';
import { audited, authorize, callback, profileOf } from '../support/sign-in/sso.ts';
import { OTHER_REDIRECT_URI, SsoWorld } from '../support/sign-in/sso-world.ts';

const world = await SsoWorld.start(t);
const { harness, owner, admin, peer, clock } = world;
const company = await world.provider();
const steps = new SecondSteps({ world: harness, clock });
const console_ = { origin: 'https://console.example.com' };

t.test('a login goes to the provider with PKCE, state and nonce, and comes back as a new user', async (t) => {
  const { body } = await authorize(harness, { provider_id: company.id });
  t.match(Object.fromEntries(new URL(body.authorization_url).searchParams), {
    response_type: 'code',
    client_id: 'patchbay',
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email groups',
    code_challenge_method: 'S256',
    code_challenge: /^[\w-]{43}$/,
    nonce: /^[\w-]{43}$/,
    state: body.state,
  });
  const sub = world.person('ada', { groups: ['network', 'other'] });
  const answer = await callback(harness, await peer.signIn(body.authorization_url, sub));
  t.match(answer.body, { token_type: 'Bearer', access_token: String, refresh_token: String });
  t.match([answer.headers['set-cookie']].flat(), [/^svc_access=/, /^svc_refresh=/, /^svc_csrf=/]);
  const profile = await profileOf(harness, answer);
  t.match(profile, {
    email: 'ada@corp.example.com',
    username: 'ada',
    display_name: 'Some One',
    role: 'operator',
    organization_id: owner.organization_id,
  });
  const [record] = await audited(harness, owner, 'sso.sign_in');
  t.match(record, {
    target_id: profile.id,
    detail: { provider_id: company.id, how: 'created', role: 'operator' },
  });
  const again = await profileOf(harness, await world.signIn(company, sub));
  t.equal(again.id, profile.id, 'the second sign-in is the same user');
});

t.test('a state that was not given here, or that was changed, is refused', async (t) => {
  const back = await world.begin(company, world.person('bea'));
  const { state = '' } = back;
  const middle = Math.floor(state.length / 2);
  const changed = state.slice(0, middle) + (state[middle] === 'A' ? 'B' : 'A') + state.slice(middle + 1);
  for (const wrong of ['x', 'v1.a.b.c', changed, `${state}A`]) {
    const answer = await callback(harness, { ...back, state: wrong });
    t.equal(answer.status, 401, wrong.slice(0, 20));
    t.equal(answer.headers['www-authenticate'], 'Bearer');
  }
  const other = await world.begin(company, 'bea');
  t.equal((await callback(harness, { ...back, code: other['code'] })).status, 401, 'a code of another login');
  t.equal((await callback(harness, { ...other, iss: 'https://elsewhere.example.com' })).status, 401);
});

t.test('of fifty that bring the same state and code one is let in', async (t) => {
  const back = await world.begin(company, world.person('cleo'));
  const answers = await Promise.all(Array.from({ length: 50 }, () => callback(harness, back)));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  t.same([statuses.get(200)?.length, statuses.get(401)?.length], [1, 49]);
  t.same(await world.refusal(await callback(harness, back)), [401, 'state_used']);
});

t.test('a code that was used is worth nothing with a state of its own', async (t) => {
  const back = await world.begin(company, world.person('dora'));
  t.equal((await callback(harness, back)).status, 200);
  const { body } = await authorize(harness, { provider_id: company.id });
  const answer = await callback(harness, { ...back, state: body.state });
  t.same(await world.refusal(answer), [401, 'exchange']);
});

t.test('a login that a browser began ends in that browser only', async (t) => {
  const sub = world.person('eve');
  const began = await authorize(harness, { provider_id: company.id }, console_);
  const [set = ''] = [began.headers['set-cookie'] ?? []].flat();
  t.match(set, /^svc_sso=[\w-]{43}; Path=\/api\/v1\/auth\/sso; Max-Age=600; HttpOnly; SameSite=Lax$/);
  const cookie = String(set.split(';', 1)[0]);
  const back = await peer.signIn(began.body.authorization_url, sub);
  t.same(await world.refusal(await callback(harness, back, console_)), [401, 'other_browser']);
  t.equal((await callback(harness, back)).status, 401, 'nor without a browser');
  const strange = { ...console_, cookie: `svc_sso=${'A'.repeat(43)}` };
  t.equal((await callback(harness, back, strange)).status, 401, 'nor with another cookie');
  const second = await authorize(harness, { provider_id: company.id }, { ...console_, cookie });
  const other = await peer.signIn(second.body.authorization_url, sub);
  t.equal((await callback(harness, back, { ...console_, cookie })).status, 200);
  t.equal((await callback(harness, other, { ...console_, cookie })).status, 200, 'two logins in one browser');
  const unbound = await world.begin(company, sub);
  const forced = await callback(harness, unbound, console_);
  t.same(
    await world.refusal(forced),
    [401, 'other_browser'],
    "a stranger's login is not forced on a browser",
  );
});

t.test('a login that takes longer than ten minutes is over', async (t) => {
  const back = await world.begin(company, world.person('flo'));
  clock.advance(10 * 60_000);
  t.same(await world.refusal(await callback(harness, back)), [401, 'state_expired']);
});

t.test('a login comes back to an address of the platform, word for word', async (t) => {
  const ask = (redirect_uri: string) => authorize(harness, { provider_id: company.id, redirect_uri });
  const other = await ask(OTHER_REDIRECT_URI);
  t.match(other.body.authorization_url, encodeURIComponent(OTHER_REDIRECT_URI));
  for (const wrong of [
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?a=b`,
    REDIRECT_URI.toUpperCase(),
    'https://evil.example',
    '',
  ]) {
    const answer = await ask(wrong);
    t.equal(answer.status, 422, wrong);
    t.match(answer.body.error.details, [{ field: 'redirect_uri', type: 'not_allowed' }]);
  }
});

t.test('a provider that is disabled, removed, of another kind or nowhere takes no logins', async (t) => {
  const { id } = await world.provider();
  const back = await world.begin({ id }, world.person('gus'));
  const asked = () => authorize(harness, { provider_id: id });
  t.equal((await world.change({ id, updated_at: '' }, { is_enabled: false })).status, 200);
  t.equal((await asked()).status, 404);
  t.equal((await callback(harness, back)).status, 404, 'nor those that are under way');
  t.equal((await world.change({ id, updated_at: '' }, { is_enabled: true })).status, 200);
  t.equal((await asked()).status, 200);
  t.equal((await harness.call('DELETE', `/auth/sso/providers/${id}`, { as: admin })).status, 204);
  t.equal((await asked()).status, 404);
  t.equal((await authorize(harness, { provider_id: owner.user_id })).status, 404);
  const saml = await harness.call('POST', '/auth/sso/providers', {
    as: admin,
    body: {
      name: 'Old',
      kind: 'saml',
      config: { sso_url: 'https://idp.example.com/sso', entity_id: 'urn:patchbay' },
    },
  });
  t.equal((await authorize(harness, { provider_id: saml.body.id })).status, 404);
});

t.test('a login is for the issuer it began with', async (t) => {
  const provider = await world.provider();
  const back = await world.begin(provider, world.person('hal'));
  const config = { issuer: 'https://elsewhere.example.com', client_secret: 'new' };
  t.equal((await world.change(provider, { config })).status, 200);
  t.same(await world.refusal(await callback(harness, back)), [401, 'provider_changed']);
});

t.test('the second step holds after a login at a provider', async (t) => {
  const sub = world.person('jan');
  const first = await world.signIn(company, sub);
  const { id: user_id, organization_id, role, email } = await profileOf(harness, first);
  const { access_token: token, refresh_token } = first.body;
  const someone = { token, refresh_token, user_id, organization_id, role, email, password: '' };
  const { secret } = await steps.enrol(someone);
  const back = await world.begin(company, sub, { remember_me: true });
  const asked = await callback(harness, back);
  t.same([asked.status, asked.body.require_mfa, asked.body.access_token], [200, true, undefined]);
  t.notOk([asked.headers['set-cookie']].flat().some((each) => /^svc_access=/.test(String(each))));
  t.equal((await steps.second(asked.body.mfa_token, '000000')).status, 401);
  const held = await steps.second(asked.body.mfa_token, await steps.code(secret));
  t.equal((await profileOf(harness, held)).id, user_id);
  t.match([held.headers['set-cookie']].flat()[1], /Max-Age=2592000/, 'remember_me is kept over both steps');
});

t.test('while the organization is inactive nobody signs in', async (t) => {
  const organization_id = await harness.organization('Second Networks');
  const theirs = await harness.person('org_admin', organization_id);
  const provider = await world.provider({}, theirs);
  const back = await world.begin(provider, world.person('ida'));
  const profile = await profileOf(harness, await callback(harness, back));
  t.equal(profile.organization_id, organization_id, 'a user is made where the provider belongs');
  const change = await harness.call('PATCH', `/organizations/${organization_id}`, {
    as: owner,
    body: { is_active: false },
  });
  t.equal(change.status, 200);
  t.equal((await authorize(harness, { provider_id: provider.id })).status, 404);
});

t.test('while the module is off its routes are not there', async (t) => {
  const toggle = (enabled: boolean) =>
    harness.call('PATCH', '/modules/sso', { as: owner, body: { enabled } });
  t.equal((await toggle(false)).status, 200);
  t.equal((await authorize(harness, { provider_id: company.id })).status, 404);
  const ldap = { provider_id: company.id, login: 'a', password: 'b' };
  const answer = await harness.call('POST', '/auth/sso/ldap/authenticate', {
    body: ldap,
    from: freshAddress(),
  });
  t.equal(answer.status, 404);
  t.equal((await toggle(true)).status, 200);
  t.equal((await authorize(harness, { provider_id: company.id })).status, 200);
});
