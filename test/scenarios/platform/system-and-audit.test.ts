import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES } });
const owner = await harness.owner();
const [admin, siteAdmin, viewer] = [
  await harness.person('org_admin'),
  await harness.person('site_admin'),
  await harness.person('viewer'),
];

t.test('the override of the write gate holds at once, and null takes it away', async (t) => {
  const read = async () => (await harness.call('GET', '/system/read-only', { as: siteAdmin })).body;
  const put = (read_only: boolean | null, as = owner) =>
    harness.call('PUT', '/system/read-only', { as, body: { read_only } });
  t.match(await read(), { read_only: false });
  t.same((await put(true)).body, { read_only: true, source: 'override' });
  t.same(await read(), { read_only: true, source: 'override' });
  t.match((await put(null)).body, { read_only: false });
  t.equal((await put(true, admin)).status, 403);
  t.equal((await harness.call('GET', '/system/read-only', { as: viewer })).status, 403);
});

t.test('modules are listed and switched by super administrators', async (t) => {
  const list = await harness.call('GET', '/modules', { as: owner });
  t.match(
    list.body.items.map(({ id }: { id: string }) => id),
    ['api-keys', 'audit', 'identity', 'organizations', 'system'],
  );
  const patch = (id: string, enabled: boolean, as = owner) =>
    harness.call('PATCH', `/modules/${id}`, { as, body: { enabled } });
  t.equal((await patch('audit', false, admin)).status, 403);
  t.match((await patch('audit', false)).body, { id: 'audit', enabled: false });
  t.equal((await harness.call('GET', '/audit', { as: owner })).status, 404);
  t.match((await patch('audit', true)).body, { id: 'audit', enabled: true });
  t.equal((await patch('identity', false)).status, 409);
  t.equal((await patch('system', false)).status, 409);
  t.equal((await patch('nothing', false)).status, 404);
});

t.test('health is public, its detail is not', async (t) => {
  for (const path of ['//health', '/health', '/health/live', '/health/ready', '/health/db'])
    t.equal((await harness.call('GET', path)).status, 200, path);
  t.equal((await harness.call('GET', '/health/detail')).status, 401);
  t.equal((await harness.call('GET', '/health/detail', { as: viewer })).status, 403);
  t.equal((await harness.call('GET', '/health/detail', { as: siteAdmin })).status, 200);
});

t.test('the record is listed with filters and its chain is whole', async (t) => {
  await harness.site(admin, 'Recorded');
  const list = async (query: string) => (await harness.call('GET', `/audit?${query}`, { as: viewer })).body;
  const made = await list(`action=sites.create&actor_id=${admin.user_id}`);
  t.equal(made.total, 1);
  t.match(made.items[0], { actor_id: admin.user_id, target_type: 'site', detail: { name: 'Recorded' } });
  t.ok((await list('action=auth.*')).total >= 4);
  t.equal((await list(`until=2020-01-01T00:00:00Z`)).total, 0);
  t.ok((await list('since=2020-01-01T00:00:00Z')).total > 4);
  t.equal((await list('search=%25')).total, 0);
  const chain = await harness.call('GET', '/audit/validate', { as: viewer });
  t.match(chain.body, { valid: true, unsealed: 0, problems: [], first_problem: null });
  t.ok(chain.body.sealed > 4);
});

t.test('the record of one organization is not seen by another', async (t) => {
  const stranger = await harness.person('org_admin', await harness.organization('Strangers'));
  const { body } = await harness.call('GET', '/audit?per_page=200', { as: stranger });
  t.notOk(body.items.some(({ target_id }: { target_id: string }) => target_id === admin.user_id));
});
