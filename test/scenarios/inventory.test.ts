import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { token } from '@patchbay/kernel/di';
import { RouterOsController } from '@patchbay/module-lab/contract';
import t from 'tap';
import { bootPlatform, type Harness, type Person, waitFor } from '../harness/index.ts';

const SYNC_SCHEDULE = token<{ tick(signal: AbortSignal): Promise<void> }>('inventory.sync-schedule');
const NOBODY = '0199aa00-0000-7000-8000-00000000dead';

interface World {
  readonly platform: Harness;
  readonly owner: Person;
  readonly site: string;
}

async function world(t: Tap, prepare: { readonly name: string }): Promise<World> {
  const platform = await shared(t);
  const owner = await platform.owner();
  return { platform, owner, site: await platform.site(owner, prepare.name) };
}

interface Lab {
  readonly router: RouterOsController;
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

type Tap = { teardown(work: () => unknown): unknown };
let booted: Promise<Harness> | undefined;
/** One platform for the file; each test works at a site of its own. */
const shared = (_t: Tap): Promise<Harness> => (booted ??= bootPlatform(t));

async function router(t: Tap, devices = 8): Promise<Lab> {
  const lab = new RouterOsController({ plain_http: true, devices });
  const { url, credentials } = await lab.start();
  t.teardown(() => lab.stop());
  return { router: lab, url, ...credentials };
}

async function registered(t: Tap, { platform, owner, site }: World, devices?: number) {
  const lab = await router(t, devices);
  const credential = await platform.call('POST', '/credentials', {
    as: owner,
    body: { name: 'lab', kind: 'password', username: lab.username, secret: lab.password },
  });
  const controller = await platform.call('POST', '/controllers', {
    as: owner,
    body: {
      name: 'edge',
      site_id: site,
      vendor: 'mikrotik',
      url: lab.url,
      credential_id: credential.body.id,
    },
  });
  if (controller.status !== 201) throw new Error(controller.text);
  return { ...lab, credential: credential.body, controller: controller.body };
}

async function synced({ platform, owner }: World, id: string) {
  const started = await platform.call('POST', `/controllers/${id}/sync`, { as: owner });
  if (started.status !== 202) throw new Error(started.text);
  return waitFor('the sync to end', async () => {
    const { body } = await platform.call('GET', `/controllers/${id}/syncs/${started.body.sync_id}`, {
      as: owner,
    });
    return body.finished_at === null ? null : body;
  });
}

t.test('a credential is kept, and its secret is never answered', async (t) => {
  const { platform, owner } = await world(t, { name: 'Credentials' });
  const secret = 'planted-secret-91';
  const created = await platform.call('POST', '/credentials', {
    as: owner,
    body: { name: 'core', kind: 'password', username: 'admin', secret },
  });
  t.equal(created.status, 201);
  t.match(created.body, { name: 'core', kind: 'password', username: 'admin', secret_set: true });
  const path = `/credentials/${created.body.id}`;
  const patched = await platform.call('PATCH', path, { as: owner, body: { secret: `${secret}-new` } });
  const answers = [
    created,
    patched,
    await platform.call('GET', path, { as: owner }),
    await platform.call('GET', '/credentials?search=core', { as: owner }),
  ];
  for (const answer of answers) t.notOk(answer.text.includes(secret));
  t.equal((await platform.call('DELETE', path, { as: owner })).status, 204);
  t.equal((await platform.call('GET', path, { as: owner })).status, 404);
  t.equal(
    (await platform.call('POST', '/credentials', { as: owner, body: { name: 'x', kind: 'password' } }))
      .status,
    422,
  );
});

t.test('roles reach as far as the specification lets them', async (t) => {
  const here = await world(t, { name: 'Roles' });
  const { platform, site } = here;
  const [viewer, operator, siteAdmin, admin] = await Promise.all(
    (['viewer', 'operator', 'site_admin', 'admin'] as const).map((role) => platform.person(role)),
  );
  const status = async (as: Person | undefined, method: string, path: string, body?: unknown) =>
    (await platform.call(method, path, { as, body })).status;
  t.equal(await status(undefined, 'GET', '/devices'), 401);
  t.equal(await status(viewer, 'GET', '/devices'), 200);
  t.equal(await status(viewer, 'GET', '/controllers'), 200);
  t.equal(await status(viewer, 'GET', '/credentials'), 403);
  t.equal(await status(siteAdmin, 'GET', '/credentials'), 200);
  t.equal(await status(siteAdmin, 'POST', '/credentials', { name: 'x', kind: 'token', secret: 'x' }), 403);
  t.equal(await status(admin, 'POST', '/credentials', { name: 'x', kind: 'token', secret: 'x' }), 201);
  const controller = { name: 'c', site_id: site, vendor: 'mikrotik', url: 'https://192.0.2.1' };
  t.equal(await status(siteAdmin, 'POST', '/controllers', controller), 403);
  t.equal(await status(admin, 'POST', '/controllers', controller), 201);
  t.equal(await status(viewer, 'PATCH', `/devices/${NOBODY}`, { name: 'x' }), 403);
  t.equal(await status(operator, 'PATCH', `/devices/${NOBODY}`, { name: 'x' }), 404);
});

t.test('what cannot be registered is refused and leaves nothing', async (t) => {
  const { platform, owner, site } = await world(t, { name: 'Refusals' });
  const good = { name: 'c', site_id: site, vendor: 'mikrotik', url: 'https://192.0.2.2' };
  const status = async (change: object) =>
    (await platform.call('POST', '/controllers', { as: owner, body: { ...good, ...change } })).status;
  t.equal(await status({ site_id: NOBODY }), 404);
  t.equal(await status({ credential_id: NOBODY }), 404);
  t.equal(await status({ vendor: 'nobody' }), 400);
  t.equal(await status({ url: 'ftp://192.0.2.2' }), 422);
  t.equal(await status({ url: 'https://user:pass@192.0.2.2' }), 422);
  t.equal(await status({ secret: 'x' }), 422);
  const listed = await platform.call('GET', `/controllers?site_id=${site}`, { as: owner });
  t.equal(listed.body.total, 0);
});

t.test('a sync brings devices in, and a second one writes nothing', async (t) => {
  const here = await world(t, { name: 'Sync' });
  const { platform, owner, site } = here;
  const { controller } = await registered(t, here, 12);
  t.match(controller, { status: 'unknown', last_sync_at: null, tls: { verify: true } });
  const first = await synced(here, controller.id);
  t.match(first, { status: 'succeeded', updated: 0, unchanged: 0, missing: 0, error: null });
  const { body: after } = await platform.call('GET', `/controllers/${controller.id}`, { as: owner });
  t.match(after, { status: 'online', version: /^7\./, last_error: null });
  t.ok(after.capabilities.includes('firewall'));
  const before = await platform.call('GET', `/devices?site_id=${site}&sort=name&per_page=200`, { as: owner });
  t.equal(before.body.total, first.created);
  t.ok(before.body.items.some((device: { kind: string }) => device.kind === 'router'));
  const second = await synced(here, controller.id);
  t.match(second, { status: 'succeeded', created: 0, updated: 0, unchanged: first.created, missing: 0 });
  const later = await platform.call('GET', `/devices?site_id=${site}&sort=name&per_page=200`, { as: owner });
  const steady = (devices: readonly Record<string, unknown>[]) =>
    devices.map(({ last_seen_at: _, ...device }) => device);
  t.same(steady(later.body.items), steady(before.body.items));
  const sites = await platform.call('GET', '/sites?per_page=100', { as: owner });
  t.equal(sites.body.items.find(({ id }: { id: string }) => id === site).device_count, first.created);
});

t.test('devices are found, named, placed and removed for good', async (t) => {
  const here = await world(t, { name: 'Devices' });
  const { platform, owner, site } = here;
  const { controller } = await registered(t, here, 6);
  const { created } = await synced(here, controller.id);
  const all = await platform.call('GET', `/devices?controller_id=${controller.id}`, { as: owner });
  const device = all.body.items.find(({ kind }: { kind: string }) => kind === 'client');
  const find = async (search: string) =>
    (
      await platform.call(
        'GET',
        `/devices?controller_id=${controller.id}&search=${encodeURIComponent(search)}`,
        { as: owner },
      )
    ).body.total;
  t.equal(await find(device.mac.toLowerCase()), 1);
  t.equal(await find(device.mac.replaceAll(':', '')), 1);
  t.ok((await find(device.ip)) >= 1);
  t.equal(await find('%'), 0);
  t.equal(await find('_'), 0);

  const path = `/devices/${device.id}`;
  const etag = String((await platform.call('GET', path, { as: owner })).headers['etag']);
  const named = await platform.call('PATCH', path, {
    as: owner,
    body: { name: 'till 100%' },
    headers: { 'if-match': etag },
  });
  t.match(named.body, { name: 'till 100%' });
  t.equal(
    (await platform.call('PATCH', path, { as: owner, body: { name: 'x' }, headers: { 'if-match': etag } }))
      .status,
    412,
  );
  t.equal(await find('100%'), 1);

  const other = await platform.site(owner, 'Devices elsewhere');
  const moved = await platform.call('POST', '/devices/bulk', {
    as: owner,
    body: { ids: [device.id], set: { site_id: other } },
  });
  t.same(moved.body, { updated: 1 });
  t.match(await synced(here, controller.id), { created: 0, updated: 0, unchanged: created });
  t.match((await platform.call('GET', path, { as: owner })).body, { name: 'till 100%', site_id: other });
  const none = await platform.call('POST', '/devices/bulk', {
    as: owner,
    body: { ids: [device.id, NOBODY], set: { kind: 'till' } },
  });
  t.equal(none.status, 404);
  t.match((await platform.call('GET', path, { as: owner })).body, { kind: 'client' });

  t.equal((await platform.call('DELETE', path, { as: owner })).status, 204);
  t.match(await synced(here, controller.id), { created: 0, unchanged: created - 1, missing: 0 });
  t.equal((await platform.call('GET', path, { as: owner })).status, 404);
  t.equal((await platform.call('POST', `${path}/restore`, { as: owner })).status, 200);
  t.equal((await platform.call('DELETE', `/controllers/${controller.id}`, { as: owner })).status, 204);
  t.equal((await platform.call('GET', `/devices?site_id=${site}`, { as: owner })).body.total, 0);
});

interface Told {
  readonly event_type: string;
  readonly payload: { readonly data: Record<string, unknown> };
}
const readsLog = exempt('test.reads-log', 'the test looks at what was published at its site');

async function toldAt({ platform, site }: World): Promise<readonly Told[]> {
  return platform.get(DATABASE).asSystem(readsLog, async (db) => {
    const { rows } =
      await sql<Told>`select event_type, payload from event_log where site_id = ${site}::uuid order by id`.execute(
        db,
      );
    return rows;
  });
}

t.test('only what really changed is told', async (t) => {
  const here = await world(t, { name: 'Told' });
  const { platform, owner, site } = here;
  const { controller, router: lab, username, password } = await registered(t, here, 4);
  const { created } = await synced(here, controller.id);
  const first = await toldAt(here);
  t.equal(first.filter(({ event_type }) => event_type === 'device.discovered').length, created);
  t.match(
    first.filter(({ event_type }) => event_type === 'controller.status.changed'),
    [{ payload: { data: { old_status: 'unknown', new_status: 'online' } } }],
  );
  await synced(here, controller.id);
  t.equal((await toldAt(here)).length, first.length, 'an unchanged reading tells nothing');

  const smaller = new RouterOsController({
    plain_http: true,
    devices: 2,
    port: Number(new URL(controller.url).port),
    username,
    password,
  });
  await lab.stop();
  await smaller.start();
  t.teardown(() => smaller.stop());
  const after = await synced(here, controller.id);
  t.ok(after.missing > 0, after.error);
  const news = (await toldAt(here)).slice(first.length);
  const lost = news.filter(({ payload }) => payload.data['reason'] === 'missing');
  t.ok(lost.length > 0 && lost.length <= after.missing);
  t.ok(
    lost.every(
      ({ event_type, payload }) =>
        event_type === 'device.status.changed' && payload.data['new_status'] === 'offline',
    ),
  );
  const offline = await platform.call('GET', `/devices?site_id=${site}&status=offline`, { as: owner });
  t.ok(offline.body.total >= lost.length);
});

t.test(
  'the schedule asks once for what is due, and who asks meanwhile is given that sync at once',
  async (t) => {
    const here = await world(t, { name: 'Schedule' });
    const { platform, owner } = here;
    const { controller } = await registered(t, here, 2);
    const listed = async () =>
      (await platform.call('GET', `/controllers/${controller.id}/syncs`, { as: owner })).body;
    await platform.get(SYNC_SCHEDULE).tick(new AbortController().signal);
    await platform.get(SYNC_SCHEDULE).tick(new AbortController().signal);
    const waiting = await listed();
    t.match(waiting, { total: 1, items: [{ status: 'queued', started_at: null }] });
    const asked = await platform.call('POST', '/controllers/sync', {
      as: owner,
      body: { controller_ids: [controller.id] },
    });
    t.match(asked, {
      status: 202,
      body: { syncs: [{ controller_id: controller.id, sync_id: waiting.items[0].id }] },
    });
    await waitFor('the sync to end', async () => (await listed()).items[0].status === 'succeeded');
  },
);

t.test('however many ask while a sync runs, the controller is read once', async (t) => {
  const here = await world(t, { name: 'Crowd' });
  const { platform, owner } = here;
  const { controller, router: lab } = await registered(t, here, 2);
  lab.faults.set({ kind: 'slow', delay_ms: 100 });
  const ask = () => platform.call('POST', `/controllers/${controller.id}/sync`, { as: owner });
  const first = await ask();
  const state = async () =>
    (await platform.call('GET', `/controllers/${controller.id}/syncs/${first.body.sync_id}`, { as: owner }))
      .body;
  await waitFor('the sync to run', async () => (await state()).status === 'running');
  const more = await Promise.all(Array.from({ length: 5 }, ask));
  t.same([...new Set(more.map(({ body }) => body.sync_id))], [first.body.sync_id]);
  const ended = await waitFor('the sync to end', async () =>
    (await state()).finished_at === null ? null : state(),
  );
  t.match(ended, { status: 'succeeded', error: null });
});

t.test('a person held to another site sees neither the controller nor its devices', async (t) => {
  const here = await world(t, { name: 'Held' });
  const { platform, owner } = here;
  const { controller } = await registered(t, here, 3);
  await synced(here, controller.id);
  const other = await platform.site(owner, 'Held elsewhere');
  const person = await platform.person('admin');
  const granted = await platform.call('POST', `/organizations/${owner.organization_id}/site-access`, {
    as: owner,
    body: { user_id: person.user_id, site_id: other },
  });
  t.equal(granted.status, 201, granted.text);
  await waitFor(
    'the grant to count',
    async () => (await platform.call('GET', `/controllers/${controller.id}`, { as: person })).status === 404,
  );
  t.equal((await platform.call('GET', '/devices', { as: person })).body.total, 0);
  t.equal((await platform.call('GET', '/devices?search=a', { as: person })).body.total, 0);
  t.equal((await platform.call('POST', `/controllers/${controller.id}/sync`, { as: person })).status, 404);
  const elsewhere = await platform.call('POST', '/controllers', {
    as: person,
    body: { name: 'c', site_id: here.site, vendor: 'mikrotik', url: 'https://192.0.2.9' },
  });
  t.equal(elsewhere.status, 404);
});

t.test('a controller that is away is told as such, at once and in its record', async (t) => {
  const here = await world(t, { name: 'Away' });
  const { platform, owner } = here;
  const { router: lab, controller, credential } = await registered(t, here);
  const test = () => platform.call('POST', `/controllers/${controller.id}/test`, { as: owner });
  t.match((await test()).body, { reachable: true, version: /^7\./, latency_ms: Number });
  const tried = await platform.call('POST', `/credentials/${credential.id}/test`, {
    as: owner,
    body: { controller_id: controller.id },
  });
  t.match(tried.body, { ok: true });
  t.equal((await platform.call('DELETE', `/credentials/${credential.id}`, { as: owner })).status, 409);

  lab.faults.set({ kind: 'unauthorized' });
  const refused = await test();
  t.equal(refused.status, 502);
  t.match(refused.body, { error: { type: 'adapter_authentication_error' } });
  t.match((await platform.call('GET', `/controllers/${controller.id}`, { as: owner })).body, {
    status: 'error',
  });
  t.match(await synced(here, controller.id), { status: 'failed', created: 0, error: String });

  await lab.stop();
  const gone = await test();
  t.equal(gone.status, 502);
  t.match(gone.body, { error: { type: 'adapter_connection_error' } });
  t.match((await platform.call('GET', `/controllers/${controller.id}`, { as: owner })).body, {
    status: 'unreachable',
  });
  const many = await platform.call('POST', '/controllers/test', {
    as: owner,
    body: { controller_ids: [controller.id] },
  });
  t.match(many.body.results, [
    { controller_id: controller.id, reachable: false, error: { type: 'adapter_connection_error' } },
  ]);
});

t.test('another organization sees nothing of it', async (t) => {
  const here = await world(t, { name: 'Tenancy' });
  const { platform, site } = here;
  const { controller, credential } = await registered(t, here);
  await synced(here, controller.id);
  const stranger = await platform.person('org_admin', await platform.organization('Strangers'));
  const status = async (method: string, path: string, body?: unknown) =>
    (await platform.call(method, path, { as: stranger, body })).status;
  t.equal(await status('GET', `/controllers/${controller.id}`), 404);
  t.equal(await status('POST', `/controllers/${controller.id}/sync`), 404);
  t.equal(await status('POST', '/controllers/sync', { controller_ids: [controller.id] }), 404);
  t.equal(await status('GET', `/credentials/${credential.id}`), 404);
  t.equal(
    await status('POST', '/controllers', {
      name: 'c',
      site_id: site,
      vendor: 'mikrotik',
      url: 'https://192.0.2.3',
    }),
    404,
  );
  t.equal((await platform.call('GET', '/devices', { as: stranger })).body.total, 0);
  t.equal((await platform.call('GET', '/devices?search=a', { as: stranger })).body.total, 0);
});
