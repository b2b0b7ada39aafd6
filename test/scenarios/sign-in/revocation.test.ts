import { DATABASE } from '@patchbay/kernel/database';
import { AUTHENTICATORS, type Principal } from '@patchbay/kernel/permissions';
import pg from 'pg';
import t from 'tap';
import { bootPlatform, comesWithin, type Person } from '../../harness/index.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
const database = harness.get(DATABASE);
const outside = new pg.Client({ connectionString: harness.databaseUrl });
await outside.connect();
t.teardown(() => outside.end());
const admin = await harness.person('org_admin');

const authenticators = harness.get(AUTHENTICATORS.all).values;

async function principalOf({ token }: Person): Promise<Principal> {
  for (const authenticator of authenticators) {
    const principal = await authenticator.authenticate({ kind: 'bearer', value: token });
    if (principal !== null) return principal;
  }
  throw new Error('nobody knows the token');
}

const epochOf = (principal: Principal): number =>
  authenticators.reduce((sum, each) => sum + each.epochOf(principal), 0);

t.test('what another process revokes acts here within a second, and sockets learn of it', async (t) => {
  const viewer = await harness.person('viewer');
  const principal = await principalOf(viewer);
  const before = epochOf(principal);
  await outside.query('update users set token_version = token_version + 1 where id = $1', [viewer.user_id]);
  const isRefused = async () => (await harness.call('GET', '/auth/me', { as: viewer })).status === 401;
  await comesWithin(t, 1_500, 'the refusal of the token', isRefused);
  await comesWithin(t, 5_000, 'the next epoch', () => epochOf(principal) > before);
  for (const authenticator of authenticators) t.equal(await authenticator.revalidate(principal), null);
});

t.test('a write reads authority again in its own transaction', async (t) => {
  const operator = await harness.person('org_admin');
  const principal = await principalOf(operator);
  const write = (as: Principal) =>
    database.write(as, async (work) => work.audit.record({ action: 'test.write', target_type: 'test' }));
  await write(principal);
  const changed = { id: 'identity.authority_changed', kind: 'forbidden', message: /just changed/ };
  await t.rejects(write({ ...principal, role: 'super_admin' }), changed);
  await t.rejects(write({ ...principal, site_ids: [] }), changed);
  await t.rejects(write({ ...principal, organization_id: await harness.organization('Elsewhere') }), changed);
  await outside.query('update sessions set revoked_at = now() where id = $1', [principal.session_id]);
  await t.rejects(write(principal), /valid credential/);
  const { rows } = await outside.query(
    `select count(*)::int as n from audit_log where action = 'test.write'`,
  );
  t.equal(rows[0].n, 1);
});

t.test('a write through a revoked key does not happen', async (t) => {
  const made = await harness.call('POST', '/api-keys', { as: admin, body: { name: 'k' } });
  const { secret, id } = made.body;
  t.equal((await harness.call('POST', '/sites', { apiKey: secret, body: { name: 'Before' } })).status, 201);
  await outside.query('update api_keys set revoked_at = now() where id = $1', [id]);
  t.equal((await harness.call('POST', '/sites', { apiKey: secret, body: { name: 'After' } })).status, 401);
  t.equal((await harness.call('GET', '/sites?search=After', { as: admin })).body.total, 0);
});

t.test('a session that reused its refresh token is closed in the record too', async (t) => {
  const viewer = await harness.person('viewer');
  const refresh = () =>
    harness.call('POST', '/auth/refresh', { body: { refresh_token: viewer.refresh_token } });
  const next = await refresh();
  await harness.call('GET', '/auth/me', { token: next.body.access_token });
  await refresh();
  const { rows } = await outside.query(
    `select revoked_reason from sessions where user_id = $1 and revoked_at is not null`,
    [viewer.user_id],
  );
  t.same(rows, [{ revoked_reason: 'refresh_reused' }]);
});
