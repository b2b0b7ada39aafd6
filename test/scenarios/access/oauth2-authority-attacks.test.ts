import t from 'tap';
import { waitFor } from '../../harness/index.ts';
import { Rows } from '../../sweeps/support/rows.ts';
import { decide, proof, register, renewal, requestOf, sentBack, tokensFor } from '../support/oauth2.ts';
import { oauth2World, said } from '../support/oauth2-world.ts';

const { harness, owner, app, exchange, use, ask } = await oauth2World(t);
const rows = await Rows.open(harness.databaseUrl, t);

t.test('a scope that the user does not hold is left out; with none left there is no code', async (t) => {
  const viewer = await harness.person('viewer');
  const { challenge } = proof();
  const only = await decide(harness, viewer, requestOf(app, challenge, { scope: 'site:write' }));
  t.equal(sentBack(only).get('error'), 'invalid_scope');
  const tokens = await tokensFor(harness, viewer, app, { scope: 'site:read site:write' });
  t.equal(tokens.scope, 'site:read');
  t.equal((await use(tokens.access_token, 'POST', '/sites', { name: 'No' })).status, 403);
});

t.test('the role is read from the database at each use', async (t) => {
  const user = await harness.person('operator');
  const tokens = await tokensFor(harness, user, app);
  await rows.query(`update users set role = 'guest' where id = $1`, [user.user_id]);
  await harness.call('POST', '/auth/logout', { as: await harness.signIn(user.email) });
  t.equal((await use(tokens.access_token)).status, 403);
});

t.test('an administrator who demotes or disables a user ends the grants of that user', async (t) => {
  for (const body of [{ role: 'viewer' }, { is_active: false }]) {
    const user = await harness.person('operator');
    const tokens = await tokensFor(harness, user, app);
    const patched = await harness.call('PATCH', `/users/${user.user_id}`, { as: owner, body });
    t.equal(patched.status, 200);
    t.equal((await use(tokens.access_token)).status, 401);
    t.same(said(await exchange(renewal(app, tokens.refresh_token))), [400, 'invalid_grant']);
  }
});

t.test(
  'an organization that demands a second factor of its users holds their applications to it',
  async (t) => {
    const elsewhere = await harness.organization('Strict Networks');
    const keeper = await harness.person('org_admin', elsewhere);
    const own = await register(harness, keeper);
    const user = await harness.person('viewer', elsewhere);
    const tokens = await tokensFor(harness, user, own);
    t.equal((await use(tokens.access_token)).status, 200);
    await rows.query('update organizations set mfa_required = true where id = $1', [elsewhere]);
    await waitFor('the policy', async () => (await use(tokens.access_token)).status === 403);
    await waitFor('the policy for consents', async () => {
      const asked = await decide(harness, user, requestOf(own, proof().challenge));
      return asked.status === 200 && sentBack(asked).get('error') === 'invalid_scope';
    });
  },
);

t.test('a token of a super administrator is held to its scopes, and to its organization', async (t) => {
  const tokens = await tokensFor(harness, owner, app, { scope: 'site:read site:write' });
  t.equal((await use(tokens.access_token, 'POST', '/sites', { name: 'By application' })).status, 201);
  for (const [method, path, body] of [
    ['GET', '/users'],
    ['GET', '/organizations'],
    ['GET', '/modules'],
    ['PATCH', '/auth/me', { display_name: 'x' }],
    ['POST', '/auth/logout-all', {}],
    ['GET', '/auth/sessions'],
    ['GET', '/api-keys'],
    ['POST', '/api-keys', { name: 'k', scopes: ['site:read'] }],
    ['GET', '/notifications'],
    ['GET', '/oauth2/applications'],
    ['GET', '/oauth2/grants'],
    ['POST', '/oauth2/authorize', { ...requestOf(app, proof().challenge), decision: 'approve' }],
  ] as const)
    t.equal((await use(tokens.access_token, method, path, body)).status, 403, `${method} ${path}`);
});

t.test('applications and grants of another organization are not there', async (t) => {
  const stranger = await harness.person('org_admin', await harness.organization('Elsewhere'));
  const user = await harness.person('viewer');
  await tokensFor(harness, user, app);
  const { items } = (await harness.call('GET', '/oauth2/grants', { as: user })).body;
  const request = requestOf(app, proof().challenge);
  t.equal((await ask(stranger, request)).status, 404);
  t.equal((await decide(harness, stranger, request)).status, 404);
  for (const [method, path] of [
    ['GET', `/oauth2/applications/${app.id}`],
    ['PATCH', `/oauth2/applications/${app.id}`],
    ['DELETE', `/oauth2/applications/${app.id}`],
    ['POST', `/oauth2/applications/${app.id}/rotate-secret`],
    ['DELETE', `/oauth2/grants/${items[0].id}`],
  ] as const) {
    const body = method === 'PATCH' ? { body: { name: 'x' } } : {};
    t.equal((await harness.call(method, path, { as: stranger, ...body })).status, 404, path);
  }
  t.equal((await harness.call('GET', '/oauth2/applications', { as: stranger })).body.total, 0);
});
