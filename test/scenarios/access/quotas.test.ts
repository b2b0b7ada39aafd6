import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import {
  type Answer,
  bootPlatform,
  type Harness,
  loginOf,
  PASSWORD,
  type Person,
  registered,
  started,
  synced,
} from '../../harness/index.ts';

const IN_PARALLEL = 50;
const harness = await bootPlatform(t, { environment: { ENFORCE_ORG_QUOTAS: 'true' } });
const owner = await harness.owner();
const home = `/organizations/${owner.organization_id}`;
const LOG = { operation_id: 'fabric.log', params: { message: 'x' } };

const post = (path: string, body: unknown, as = owner) => harness.call('POST', path, { as, body });
const patch = (body: unknown, as = owner, path = home) => harness.call('PATCH', path, { as, body });

async function made(path: string, body: unknown): Promise<string> {
  const answer = await post(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

/** The address is never called: registering contacts nothing. */
const controllerAt = (site_id: string) => (n: number) => ({
  name: `c${n}`,
  site_id,
  vendor: 'mikrotik',
  url: `http://192.0.2.9:${8_000 + n}`,
});

const countsOf = async (): Promise<Record<string, number>> =>
  (await harness.call('GET', `${home}/dashboard`, { as: owner })).body.counts;

/** Limits the kind to one more than there is. */
async function leaveOne(kind: string): Promise<number> {
  const limit = ((await countsOf())[kind] ?? 0) + 1;
  const answer = await patch({ quotas: { [kind]: limit } });
  if (answer.status !== 200) throw new Error(answer.text);
  return limit;
}

const tally = (answers: readonly Answer[]): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
};

t.test('of 50 parallel creations with room for one, exactly one happens', async (t) => {
  const site_id = await made('/sites', { name: 'Quota site' });
  const subjects: readonly [string, string, (n: number) => unknown][] = [
    ['sites', '/sites', (n) => ({ name: `Parallel ${n}` })],
    ['controllers', '/controllers', controllerAt(site_id)],
    [
      'connections',
      '/fabric/connections',
      (n) => ({ name: `n${n}`, source_event: 'ingest.external', steps: [LOG] }),
    ],
    [
      'users',
      '/users',
      (n) => ({ email: `q${n}@example.com`, username: `quota-${n}`, password: PASSWORD, role: 'viewer' }),
    ],
  ];
  for (const [kind, path, body] of subjects) {
    const limit = await leaveOne(kind);
    const answers = await Promise.all(
      Array.from({ length: IN_PARALLEL }, (_, n) =>
        harness.call('POST', path, { as: owner, body: body(n), timeoutMs: 60_000 }),
      ),
    );
    // A machine that is too busy refuses some with 503, which makes nothing either.
    const { 201: won, 409: refused = 0, 503: busy = 0 } = tally(answers);
    t.same([won, refused + busy], [1, IN_PARALLEL - 1], kind);
    const refusal = answers.find(({ status }) => status === 409);
    t.match(refusal?.body.error.message, `may have ${limit} ${kind} and has ${limit}`, kind);
    t.equal((await countsOf())[kind], limit, kind);
  }
});

t.test('kinds without a quota are not limited, and a quota of nothing refuses the first', async (t) => {
  t.equal((await patch({ quotas: { users: 1_000 } })).status, 200);
  t.equal((await post('/sites', { name: 'Free' })).status, 201);
  t.equal((await patch({ quotas: { sites: 0 } })).status, 200);
  t.equal((await post('/sites', { name: 'Refused' })).status, 409);
  t.equal((await patch({ quotas: {} })).status, 200);
  t.equal((await post('/sites', { name: 'Free again' })).status, 201);
});

t.test('a quota counts the whole organization, whatever its caller may see', async (t) => {
  const held = await harness.person('admin');
  const site_id = await made('/sites', { name: 'Granted' });
  await made(`${home}/site-access`, { user_id: held.user_id, site_id });
  const make = (n: number) => post('/controllers', controllerAt(site_id)(n), held);
  await leaveOne('controllers');
  t.equal((await make(100)).status, 201);
  t.equal((await make(101)).status, 409);
  await patch({ quotas: {} });
});

t.test('what was deleted makes room', async (t) => {
  const site = await made('/sites', { name: 'Short lived' });
  await patch({ quotas: { sites: (await countsOf())['sites'] } });
  t.equal((await post('/sites', { name: 'Next' })).status, 409);
  t.equal((await harness.call('DELETE', `/sites/${site}`, { as: owner })).status, 204);
  t.equal((await post('/sites', { name: 'Next' })).status, 201);
  await patch({ quotas: {} });
});

t.test('quotas are the platform’s to set, and of known kinds only', async (t) => {
  const admin = await harness.person('org_admin');
  t.equal((await patch({ quotas: { sites: 1 } }, admin)).status, 403);
  for (const quotas of [{ dragons: 1 }, { sites: -1 }, { sites: 1.5 }, { sites: null }, [], 'many'])
    t.equal((await patch({ quotas })).status, 422, JSON.stringify(quotas));
  const set = await patch({ quotas: { users: 40, devices: 9 } });
  t.same(set.body.quotas, { users: 40, devices: 9 });
  const board = await harness.call('GET', `${home}/dashboard`, { as: admin });
  t.match(board.body, { quotas: { users: 40, devices: 9 }, quotas_enforced: true });
  t.type(board.body.counts.users, 'number');
  await patch({ quotas: {} });
});

async function syncedTo(target: Harness, as: Person, devices: number) {
  const lab = new RouterOsController({ plain_http: true, devices });
  const endpoint = await started(t, lab);
  const site_id = await target.site(as, 'Lab');
  const edge = { name: 'edge', site_id, vendor: 'mikrotik', endpoint, login: loginOf(endpoint) };
  const id = await registered(target, as, edge);
  return () => synced(target, as, id);
}

t.test('a sync adopts devices up to the quota and says what it left; more room, more devices', async (t) => {
  const sync = await syncedTo(harness, owner, 8);
  await patch({ quotas: { devices: 5 } });
  const first = await sync();
  t.match(first, { status: 'succeeded', created: 5, error: /new devices were not adopted/ });
  t.equal((await countsOf())['devices'], 5);
  await patch({ quotas: {} });
  const second = await sync();
  t.match(second, { status: 'succeeded', error: null });
  t.ok(second.created > 0, 'the rest came in');
  t.match(await sync(), { created: 0, error: null });
});

t.test('a deleted device comes back only where there is room', async (t) => {
  const { body } = await harness.call('GET', '/devices?per_page=1', { as: owner });
  const path = `/devices/${body.items[0].id}`;
  t.equal((await harness.call('DELETE', path, { as: owner })).status, 204);
  await patch({ quotas: { devices: (await countsOf())['devices'] } });
  t.equal((await harness.call('POST', `${path}/restore`, { as: owner })).status, 409);
  await patch({ quotas: {} });
  t.equal((await harness.call('POST', `${path}/restore`, { as: owner })).status, 200);
});

t.test('switched off, quotas limit nothing and creations do not wait for the organization', async (t) => {
  const free = await bootPlatform(t, { work: false });
  const as = await free.owner();
  const path = `/organizations/${as.organization_id}`;
  t.equal((await free.call('PATCH', path, { as, body: { quotas: { sites: 0 } } })).status, 200);
  t.equal((await free.call('POST', '/sites', { as, body: { name: 'Any' } })).status, 201);
  t.match((await free.call('GET', `${path}/dashboard`, { as })).body, {
    quotas: { sites: 0 },
    quotas_enforced: false,
  });
});
