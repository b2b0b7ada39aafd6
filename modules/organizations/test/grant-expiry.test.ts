import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { GrantExpiry } from '../services/grant-expiry.ts';

const MODULES = 'identity,api-keys,organizations,audit';
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
const admin = await harness.person('org_admin');
const database = harness.get(DATABASE);
const outside = exempt('test.grants', 'a test lets time pass');
const home = `/organizations/${admin.organization_id}/site-access`;
const PAST = '2020-01-01T00:00:00Z';

const call = (method: string, path: string, body?: unknown, as = admin) =>
  harness.call(method, path, { as, ...(body === undefined ? {} : { body }) });

async function granted(user_id: string, site_id: string, expires_at?: string): Promise<string> {
  const answer = await call('POST', home, { user_id, site_id, ...(expires_at ? { expires_at } : {}) });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

const expiries = async (grant_id: string): Promise<readonly { user_id: string | null }[]> =>
  database.asSystem(outside, async (trx) => {
    const { rows } = await sql<{ user_id: string | null }>`
      select actor_id as user_id from audit_log
      where action = 'site_access.expire' and target_id = ${grant_id}`.execute(trx);
    return rows;
  });

const sweep = () => harness.get(GrantExpiry).sweep(new AbortController().signal);
const sitesOf = async (as: typeof admin): Promise<number> =>
  (await harness.call('GET', '/sites', { as })).body.total;

t.test('a grant that ran out is put on record once, by the system, and goes on restricting', async (t) => {
  const person = await harness.person('operator');
  const site = await harness.site(admin, 'Expiring');
  await harness.site(admin, 'Never granted');
  const id = await granted(person.user_id, site, PAST);
  t.equal(await sitesOf(person), 0);
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  t.same(await expiries(id), [{ user_id: null }]);
  t.equal(await sitesOf(person), 0, 'an ended grant widens nothing');
  const { body } = await call('GET', `${home}?user_id=${person.user_id}`);
  t.match(body, { total: 1, items: [{ id, ended_at: String }] });
  t.equal((await call('DELETE', `${home}/${id}`)).status, 204);
  t.equal(await sitesOf(person), 2, 'revoking it lifts the restriction');
});

t.test('a site whose grant ran out can be granted again, swept or not', async (t) => {
  const person = await harness.person('operator');
  const site = await harness.site(admin, 'Again');
  const first = await granted(person.user_id, site, PAST);
  const second = await granted(person.user_id, site, PAST);
  await sweep();
  await granted(person.user_id, site);
  t.equal(await sitesOf(person), 1);
  t.equal((await call('POST', home, { user_id: person.user_id, site_id: site })).status, 409);
  t.same([(await expiries(first)).length, (await expiries(second)).length], [1, 1]);
});

t.test('grants that have not run out stay as they are', async (t) => {
  const person = await harness.person('operator');
  const site = await harness.site(admin, 'Later');
  const id = await granted(person.user_id, site, '2099-01-01T00:00:00Z');
  await sweep();
  t.same(await expiries(id), []);
  t.match((await call('GET', `${home}?user_id=${person.user_id}`)).body.items, [{ id, ended_at: null }]);
});

t.test('grants are revoked together or not at all', async (t) => {
  const person = await harness.person('operator');
  const sites = await Promise.all(['R1', 'R2', 'R3'].map((name) => harness.site(admin, name)));
  const grant_ids = [];
  for (const site of sites) grant_ids.push(await granted(person.user_id, site));
  const revoke = (ids: readonly string[], as = admin) =>
    call('POST', `${home}/revoke`, { grant_ids: ids }, as);
  t.equal((await revoke([...grant_ids, person.user_id])).status, 404);
  t.equal(await sitesOf(person), 3);
  t.equal((await revoke([])).status, 422);
  t.equal((await revoke([String(grant_ids[0]), String(grant_ids[0])])).status, 422);
  t.equal((await revoke(grant_ids, person)).status, 403);
  const elsewhere = await harness.person('org_admin', await harness.organization('Elsewhere'));
  t.equal((await revoke(grant_ids, elsewhere)).status, 404);
  t.equal((await revoke(grant_ids.slice(0, 2))).status, 204);
  t.equal(await sitesOf(person), 1);
  t.equal((await revoke(grant_ids.slice(1))).status, 404);
  t.equal((await revoke(grant_ids.slice(2))).status, 204);
  t.ok((await sitesOf(person)) > 3, 'the restriction is lifted');
});

t.test('nobody revokes grants of those who stand beside or above them', async (t) => {
  const owner = await harness.owner();
  const peer = await harness.person('org_admin');
  const site = await harness.site(admin, 'Peers');
  const body = { user_id: peer.user_id, site_id: site };
  const made = await harness.call('POST', home, { as: owner, body });
  t.equal(made.status, 201);
  t.equal((await call('POST', `${home}/revoke`, { grant_ids: [made.body.id] })).status, 403);
  t.equal((await call('POST', `${home}/revoke`, { grant_ids: [made.body.id] }, owner)).status, 204);
});
