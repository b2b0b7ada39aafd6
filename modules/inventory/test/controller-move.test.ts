import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { device, pretendedModule, registered, synced, toldAt } from './support/pretended.ts';

const harness = await bootPlatform(t, { modules: [pretendedModule] });
const owner = await harness.owner();

const sitesOf = async (id: string) => {
  const { body } = await harness.call('GET', `/devices?controller_id=${id}&sort=name`, { as: owner });
  return body.items.map(({ site_id }: { site_id: string }) => site_id);
};

t.test('a controller goes to another site with its devices, but for those a person placed', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Old place');
  controller.devices = [device('a'), device('b'), device('c')];
  controller.objects = { 'lan.vlan': [{ id: '1', tag: 1, name: 'x' }] };
  await synced(harness, owner, id);
  const elsewhere = await harness.site(owner, 'Elsewhere');
  const place = await harness.site(owner, 'New place');
  const { body } = await harness.call('GET', `/devices?controller_id=${id}&search=device c`, { as: owner });
  await harness.call('PATCH', `/devices/${body.items[0].id}`, { as: owner, body: { site_id: elsewhere } });
  const moved = await harness.call('PATCH', `/controllers/${id}`, { as: owner, body: { site_id: place } });
  t.match(moved, { status: 200, body: { site_id: place } });
  t.not(moved.body.credential_id, null, 'it is reached as before');
  t.same(await sitesOf(id), [place, place, elsewhere]);
  t.match(
    await toldAt(harness, place, 'device.updated'),
    ['a', 'b'].map((name) => ({ payload: { data: { name: `device ${name}`, reason: 'site_id' } } })),
  );
  t.same(await toldAt(harness, site, 'device.updated'), []);
  controller.devices = [...controller.devices, device('d')];
  t.match(await synced(harness, owner, id), { created: 1, updated: 0, unchanged: 3 });
  t.same(await sitesOf(id), [place, place, elsewhere, place]);
  t.same(await toldAt(harness, place, 'network.'), []);
});

t.test('a site that cannot be seen is no site to go to', async (t) => {
  const { id, site } = await registered(harness, owner, 'Staying');
  const organization = await harness.organization('Neighbours');
  const stranger = await harness.person('org_admin', organization);
  const foreign = await harness.site(stranger, 'Theirs');
  const answer = await harness.call('PATCH', `/controllers/${id}`, { as: owner, body: { site_id: foreign } });
  t.equal(answer.status, 404);
  t.match((await harness.call('GET', `/controllers/${id}`, { as: owner })).body, { site_id: site });
});

t.test('a reading under way when its controller moves leaves nothing at the old place', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Leaving');
  const place = await harness.site(owner, 'Arriving');
  controller.devices = [device('a')];
  controller.afterRead = async () => {
    controller.afterRead = null;
    await harness.call('PATCH', `/controllers/${id}`, { as: owner, body: { site_id: place } });
  };
  t.match(await synced(harness, owner, id), { status: 'succeeded', created: 1 });
  t.same(await sitesOf(id), [place]);
  t.same(await toldAt(harness, site, 'device.'), []);
});

t.test('a reading whose controller went, or is another by now, is not kept', async (t) => {
  const { id, controller } = await registered(harness, owner, 'Going');
  controller.devices = [device('a')];
  controller.afterRead = async () => {
    controller.afterRead = null;
    await harness.call('PATCH', `/controllers/${id}`, {
      as: owner,
      body: { url: 'http://127.0.0.1:9' },
    });
  };
  t.match(await synced(harness, owner, id), { status: 'failed', error: /changed while it was read/ });
  t.same(await sitesOf(id), []);
});

t.test('only devices that changed are told', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Told');
  controller.devices = [device('a'), device('b', { kind: 'till' })];
  await synced(harness, owner, id);
  const { body } = await harness.call('GET', `/devices?controller_id=${id}&sort=name`, { as: owner });
  const ids = body.items.map((each: { id: string }) => each.id);
  const set = await harness.call('POST', '/devices/bulk', {
    as: owner,
    body: { ids, set: { kind: 'till' } },
  });
  t.same(set.body, { updated: 2 });
  t.match(await toldAt(harness, site, 'device.updated'), [
    { payload: { device_id: ids[0], data: { name: 'device a', reason: 'kind' } } },
  ]);
  t.equal((await toldAt(harness, site, 'device.updated')).length, 1);
  controller.devices = [device('a', { kind: 'lamp' }), device('b')];
  t.match(await synced(harness, owner, id), { updated: 2 });
  t.match((await harness.call('GET', `/devices/${ids[0]}`, { as: owner })).body, { kind: 'till' });
  t.equal((await toldAt(harness, site, 'device.updated')).length, 1, 'what a person set is no news');
});
