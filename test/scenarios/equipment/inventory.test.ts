import t from 'tap';
import type { Person } from '../../harness/index.ts';
import { NOBODY, registered, synced, world } from '../support/equipment/inventory-world.ts';

//HEAD
t.test('a credential is kept, and its secret is never answered', async (t) => {
  const { platform, owner } = await world({ name: 'Credentials' });
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
  const here = await world({ name: 'Roles' });
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
  const { platform, owner, site } = await world({ name: 'Refusals' });
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

t.test('devices are found, named, placed and removed for good', async (t) => {
  const here = await world({ name: 'Devices' });
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

t.test('a controller that is away is told as such, at once and in its record', async (t) => {
  const here = await world({ name: 'Away' });
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
