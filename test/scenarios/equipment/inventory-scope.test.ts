import t from 'tap';
import { waitFor } from '../../harness/index.ts';
import { registered, synced, world } from '../support/equipment/inventory-world.ts';

t.test('a person held to another site sees neither the controller nor its devices', async (t) => {
  const here = await world({ name: 'Held' });
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

t.test('another organization sees nothing of it', async (t) => {
  const here = await world({ name: 'Tenancy' });
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
