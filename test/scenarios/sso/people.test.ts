import pg from 'pg';
import t from 'tap';
import { profileOf } from '../support/sign-in/sso.ts';
import { SsoWorld } from '../support/sign-in/sso-world.ts';

const world = await SsoWorld.start(t);
const { harness, admin } = world;
const company = await world.provider();

const change = async (user_id: string, body: object) => {
  const { status, text } = await harness.call('PATCH', `/users/${user_id}`, { as: admin, body });
  if (status !== 200) throw new Error(`changing a user answered ${status}: ${text}`);
};

t.test('every sign-in gives the role that the mapping says now, and ends sessions of another', async (t) => {
  const sub = world.person('ann', { groups: ['network', 'sites'] });
  const first = await world.signIn(company, sub);
  t.equal((await profileOf(harness, first)).role, 'site_admin', 'the highest of several');
  world.person(sub, { groups: [] });
  const second = await world.signIn(company, sub);
  t.equal((await profileOf(harness, second)).role, 'viewer', 'the default');
  t.equal((await harness.call('GET', '/auth/me', { token: first.body.access_token })).status, 401);
  world.person(sub, { groups: 'network' });
  t.equal((await profileOf(harness, await world.signIn(company, sub))).role, 'operator', 'one as a text');
  t.equal((await harness.call('GET', '/auth/me', { token: second.body.access_token })).status, 401);
});

t.test('a mapping that stands above a lowered ceiling is held to it', async (t) => {
  const provider = await world.provider();
  const sub = world.person('bob', { groups: ['sites'] });
  t.equal((await profileOf(harness, await world.signIn(provider, sub))).role, 'site_admin');
  const lowered = await world.change(provider, { role_ceiling: 'operator' });
  t.match(lowered.body.error.details, [{ field: 'role_mapping.1.role', type: 'above_ceiling' }]);
  const both = { role_ceiling: 'operator', role_mapping: [{ claim_value: 'sites', role: 'operator' }] };
  t.equal((await world.change(provider, both)).status, 200);
  const above = await world.signIn(provider, sub);
  t.same(await world.refusal(above), [403, 'user_above_ceiling'], 'who stands above it is not touched');
});

t.test('a user whom an administrator lifted above the ceiling is neither let in nor lowered', async (t) => {
  const sub = world.person('cat');
  const { id } = await profileOf(harness, await world.signIn(company, sub));
  await change(id, { role: 'admin' });
  t.same(await world.refusal(await world.signIn(company, sub)), [403, 'user_above_ceiling']);
  const user = await harness.call('GET', `/users/${id}`, { as: admin });
  t.equal(user.body.role, 'admin');
});

t.test('without a default role nobody is let in whom the mapping does not name', async (t) => {
  const provider = await world.provider({ default_role: null });
  t.same(await world.refusal(await world.signIn(provider, world.person('dan'))), [403, 'no_role']);
  const mapped = await world.signIn(provider, world.person('dan', { groups: ['network'] }));
  t.equal(mapped.status, 200);
});

t.test('nobody is made without an e-mail address, or with one that the provider denies', async (t) => {
  const none = world.person('eli', { email: undefined });
  t.same(await world.refusal(await world.signIn(company, none)), [403, 'no_email']);
  const denied = world.person('eli', { email_verified: false });
  t.same(await world.refusal(await world.signIn(company, denied)), [403, 'email_not_verified']);
  const odd = world.person('eli', { email: 'no address\n@at all' });
  t.same(await world.refusal(await world.signIn(company, odd)), [403, 'no_email']);
  const closed = await world.provider({ just_in_time: false });
  t.same(await world.refusal(await world.signIn(closed, world.person('eli'))), [403, 'unknown_user']);
});

t.test('of allowed e-mail domains one must be theirs', async (t) => {
  const provider = await world.provider({ allowed_email_domains: ['Corp.Example.com'] });
  const outside = world.person('fay', { email: 'fay@evil.example.com' });
  t.same(await world.refusal(await world.signIn(provider, outside)), [403, 'email_domain']);
  const below = world.person('fay', { email: 'fay@sub.corp.example.com' });
  t.same(await world.refusal(await world.signIn(provider, below)), [403, 'email_domain']);
  t.equal((await world.signIn(provider, world.person('fay'))).status, 200);
});

t.test('users who exist are recognised by an address that the provider verified, if it may', async (t) => {
  const viewer = await harness.person('viewer');
  const sub = (name: string, email_verified?: boolean) =>
    world.person(name, { email: viewer.email.toUpperCase(), email_verified });
  const shy = await world.signIn(company, sub('gil', true));
  t.same(await world.refusal(shy), [403, 'login_taken'], 'it may not');
  const provider = await world.provider({ link_by_email: true });
  for (const verified of [undefined, false]) {
    const answer = await world.signIn(provider, sub('gil', verified));
    t.equal(answer.status, 403, `verified: ${verified}`);
  }
  const linked = await profileOf(harness, await world.signIn(provider, sub('gil', true)));
  t.same([linked.id, linked.role], [viewer.user_id, 'viewer']);
  world.person('gil', { email: 'changed@corp.example.com', groups: ['network'] });
  const later = await profileOf(harness, await world.signIn(provider, 'gil'));
  t.same([later.id, later.role], [viewer.user_id, 'viewer'], 'a role that people gave stays');
  const another = await world.signIn(provider, sub('another-gil', true));
  t.same(await world.refusal(another), [403, 'other_subject'], 'one subject per user');
});

t.test('an address says nothing when it comes in another claim', async (t) => {
  const viewer = await harness.person('viewer');
  const config = { issuer: world.peer.issuer, client_id: 'patchbay', email_claim: 'name' };
  const secret = { client_secret: 'a secret between two systems' };
  const provider = await world.provider({ link_by_email: true, config: { ...config, ...secret } });
  const sub = world.person('kim', { name: viewer.email, email_verified: true });
  t.same(await world.refusal(await world.signIn(provider, sub)), [403, 'login_taken']);
});

t.test('nobody is linked to who stands above the ceiling, or belongs to another organization', async (t) => {
  const provider = await world.provider({ link_by_email: true });
  const boss = await harness.person('org_admin');
  const high = world.person('jo', { email: boss.email });
  t.same(await world.refusal(await world.signIn(provider, high)), [403, 'user_above_ceiling']);
  const elsewhere = await harness.organization('Third Networks');
  const stranger = await harness.person('viewer', elsewhere);
  const foreign = world.person('joe', { email: stranger.email });
  t.same(await world.refusal(await world.signIn(provider, foreign)), [403, 'login_taken']);
});

t.test('a username that is taken gets another end, and odd ones become usernames', async (t) => {
  const provider = await world.provider();
  const taken = world.person('lee', { preferred_username: 'ANN' });
  t.match((await profileOf(harness, await world.signIn(provider, taken))).username, /^ANN-[\w]{6}$/);
  const odd = world.person('max', { preferred_username: 'Max  Mustermann@corp' });
  t.equal((await profileOf(harness, await world.signIn(provider, odd))).username, 'Max-Mustermann');
  const short = world.person('m', { preferred_username: 'm' });
  t.equal((await profileOf(harness, await world.signIn(provider, short))).username, 'user-m');
});

t.test('two first sign-ins of one person at once make one user', async (t) => {
  const sub = world.person('ned');
  const both = await Promise.all([world.signIn(company, sub), world.signIn(company, sub)]);
  const ids = await Promise.all(both.map(async (answer) => (await profileOf(harness, answer)).id));
  t.equal(ids[0], ids[1]);
});

t.test('an inactive user is told so, a deleted one is not made again', async (t) => {
  const sub = world.person('ola');
  const { id } = await profileOf(harness, await world.signIn(company, sub));
  await change(id, { is_active: false });
  const inactive = await world.signIn(company, sub);
  t.same(await world.refusal(inactive), [403, 'user_inactive']);
  t.match(inactive.body.error.message, /inactive/);
  t.equal((await harness.call('DELETE', `/users/${id}`, { as: admin })).status, 204);
  t.same(await world.refusal(await world.signIn(company, sub)), [403, 'user_deleted']);
});

t.test('the last administrator stays one, whatever the mapping says', async (t) => {
  const organization_id = await harness.organization('Fourth Networks');
  const chief = await harness.person('org_admin', organization_id);
  const provider = await world.provider({ role_ceiling: 'admin' }, chief);
  const sub = world.person('pat', { groups: ['chiefs'] });
  const database = new pg.Client({ connectionString: harness.databaseUrl });
  await database.connect();
  // Only a super administrator could say so, and acts in an organization of their own.
  const rules = JSON.stringify([{ claim_value: 'chiefs', role: 'org_admin' }]);
  await database.query(
    `update sso_providers set role_ceiling = 'org_admin', role_mapping = $1 where id = $2`,
    [rules, provider.id],
  );
  const { role } = await profileOf(harness, await world.signIn(provider, sub));
  await database.query('update users set is_active = false where id = $1', [chief.user_id]);
  await database.end();
  world.person(sub);
  const after = await profileOf(harness, await world.signIn(provider, sub));
  t.same([role, after.role], ['org_admin', 'org_admin']);
});
