import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { CONTROLLERS } from '../contract.ts';
import { changesOf } from '../services/syncs/network-changes.ts';
import { device, pretendedModule, registered, synced, toldAt, versionsAt } from './support/pretended.ts';

const harness = await bootPlatform(t, { modules: [pretendedModule] });
const owner = await harness.owner();
const system = systemPrincipal(owner.organization_id);
const controllers = harness.get(CONTROLLERS);

const vlan = (id: string, tag: number, name = `net ${tag}`) => ({ id, tag, name });
const found = (feature: string, target_id: string, tag: number, name = '') => ({
  feature,
  target_id,
  tag,
  name,
});

t.test('things are told apart by what they are, whatever stands for them', async (t) => {
  const news = (before: ReturnType<typeof found>[], after: ReturnType<typeof found>[]) =>
    changesOf(before, after, ({ tag }) => tag).map(([verb, { tag }]) => `${verb} ${tag}`);
  t.same(news([], [found('a', '1', 10)]), ['created 10']);
  t.same(news([], [found('a', '1', 10), found('b', '1', 10)]), ['created 10'], 'two objects, one thing');
  t.same(news([found('a', '1', 10)], [found('a', '1', 10), found('b', '1', 10, 'x')]), []);
  t.same(news([found('a', '1', 10)], [found('a', '9', 10, 'x')]), [], 'another id of the same');
  t.same(news([found('a', '1', 10)], [found('a', '1', 10, 'x')]), ['updated 10']);
  t.same(news([found('a', '1', 10)], [found('a', '1', 11)]), ['updated 11'], 'the id decides, not the name');
  t.same(
    news([found('a', '1', 10), found('b', '1', 10)], [found('a', '1', 11), found('b', '1', 11)]),
    ['updated 11'],
    'both of its objects are called otherwise',
  );
  t.same(
    news([found('a', '1', 10), found('a', '2', 20)], [found('a', '1', 20), found('a', '2', 10)]),
    ['updated 20', 'updated 10'],
    'two change their names with each other',
  );
  t.same(
    news([found('a', '1', 10)], [found('a', '1', 11), found('a', '2', 10)]),
    ['updated 11', 'created 10'],
    'a new one takes the old name',
  );
  t.same(
    news([found('a', '1', 10), found('a', '2', 20)], [found('a', '1', 20)]),
    ['updated 20'],
    'one takes the name of another that goes',
  );
  t.same(news([found('a', '1', 10), found('b', '1', 10)], [found('b', '1', 10)]), []);
  t.same(news([found('a', '1', 10)], []), ['deleted 10']);
});

t.test('VLANs and wireless networks that come, change and go are told once each', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Networks');
  const news = async () => {
    const told = await toldAt(harness, site, 'network.');
    return told.map(({ event_type, payload }) => `${event_type} ${payload.vlan_id ?? payload.ssid}`);
  };
  controller.objects = {
    'lan.vlan': [vlan('1', 10)],
    'air.ssid': [{ id: 'a', ssid: 'guests', enabled: true }],
  };
  t.match(await synced(harness, owner, id), { status: 'succeeded' });
  t.same(await news(), [], 'what was there all along is no news');

  controller.objects['lan.vlan'] = [vlan('1', 10), vlan('2', 20)];
  controller.objects['air.ssid'] = [
    { id: 'a', ssid: 'guests', enabled: false },
    { id: 'b', ssid: 'staff', enabled: true },
  ];
  await synced(harness, owner, id);
  await synced(harness, owner, id);
  t.same((await news()).sort(), [
    'network.vlan.created 20',
    'network.wifi.created staff',
    'network.wifi.updated guests',
  ]);
  const [created] = await toldAt(harness, site, 'network.vlan.created');
  t.same(created?.payload, {
    controller_id: id,
    site_id: site,
    vendor: 'pretended',
    feature: 'lan.vlan',
    target_id: '2',
    enabled: true,
    vlan_id: 20,
    name: 'net 20',
    subnet: null,
  });

  controller.objects = { 'lan.vlan': [vlan('1', 10, 'renamed')], 'air.ssid': [] };
  await synced(harness, owner, id);
  await synced(harness, owner, id);
  t.same((await news()).slice(3).sort(), [
    'network.vlan.deleted 20',
    'network.vlan.updated 10',
    'network.wifi.deleted guests',
    'network.wifi.deleted staff',
  ]);
});

t.test('what an apply read back is told at once, and not again by the next sync', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Applied');
  controller.objects = { 'lan.vlan': [vlan('1', 10)] };
  await synced(harness, owner, id);
  await controllers.remember(system, id, 'lan.vlan', '2', vlan('2', 20));
  t.match(await toldAt(harness, site, 'network.'), [{ event_type: 'network.vlan.created' }]);
  controller.objects['lan.vlan'] = [vlan('1', 10), { ...vlan('2', 20), uptime: 7 }];
  t.match(await synced(harness, owner, id), { status: 'succeeded' });
  t.equal((await toldAt(harness, site, 'network.')).length, 1);
  await controllers.remember(system, id, 'lan.vlan', '2', null);
  controller.objects['lan.vlan'] = [vlan('1', 10)];
  await synced(harness, owner, id);
  t.match(await toldAt(harness, site, 'network.'), [{}, { event_type: 'network.vlan.deleted' }]);
  t.equal((await toldAt(harness, site, 'network.')).length, 2);
});

t.test('a renamed wireless network, and a VLAN with another number, are updated', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Renamed');
  const told = async () =>
    (await toldAt(harness, site, 'network.')).map(
      ({ event_type, payload }) => `${event_type} ${payload.target_id} ${payload.vlan_id ?? payload.ssid}`,
    );
  const air = (ssid: string) => [{ id: 'a', ssid, enabled: true }];
  controller.objects = { 'lan.vlan': [vlan('1', 10)], 'air.ssid': air('guests') };
  await synced(harness, owner, id);
  controller.objects = { 'lan.vlan': [vlan('1', 11)], 'air.ssid': air('visitors') };
  await synced(harness, owner, id);
  await synced(harness, owner, id);
  t.same((await told()).sort(), ['network.vlan.updated 1 11', 'network.wifi.updated a visitors']);
  await controllers.remember(system, id, 'air.ssid', 'a', { id: 'a', ssid: 'lobby', enabled: true });
  t.same((await told()).slice(2), ['network.wifi.updated a lobby'], 'read back after an apply as well');
});

t.test('a reading that an apply overtook takes nothing back', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Overtaken');
  controller.objects = { 'lan.vlan': [vlan('1', 10), vlan('3', 30)] };
  controller.devices = [device('a')];
  await synced(harness, owner, id);
  controller.devices = [device('a'), device('b')];
  controller.afterRead = async () => {
    controller.afterRead = null;
    await controllers.remember(system, id, 'lan.vlan', '2', vlan('2', 20));
    await controllers.remember(system, id, 'lan.vlan', '3', null);
    controller.objects['lan.vlan'] = [vlan('1', 10), vlan('2', 20)];
  };
  t.match(await synced(harness, owner, id), { status: 'succeeded', created: 1 });
  const news = ['network.vlan.created', 'network.vlan.deleted'];
  t.same(
    (await toldAt(harness, site, 'network.')).map(({ event_type }) => event_type),
    news,
  );
  t.match(await controllers.synced(system, id, 'lan.vlan', '2'), { tag: 20 });
  t.equal(await controllers.synced(system, id, 'lan.vlan', '3'), null);
  await synced(harness, owner, id);
  t.equal((await toldAt(harness, site, 'network.')).length, 2);
});

t.test('a list that was not read keeps its objects', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Partial');
  controller.objects = { 'lan.vlan': [vlan('1', 10)], 'lan.port': [] };
  await synced(harness, owner, id);
  controller.objects = { 'lan.port': [] };
  await synced(harness, owner, id);
  t.match(await controllers.synced(system, id, 'lan.vlan', '1'), { tag: 10 });
  t.same(await toldAt(harness, site, 'network.'), []);
});

t.test('a second reading writes no row, in whatever order the lists come', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Unchanged');
  controller.devices = Array.from({ length: 300 }, (_, at) => device(String(at)));
  controller.objects = { 'lan.vlan': [vlan('1', 10), vlan('2', 20)], other: [{ id: 'x', rules: [1, 2] }] };
  t.match(await synced(harness, owner, id), { created: 300 });
  const rows = async () => [
    await versionsAt(harness, site, 'devices'),
    await versionsAt(harness, site, 'controller_objects'),
  ];
  const before = await rows();
  t.equal(before[0]?.length, 300);
  t.match(await synced(harness, owner, id), { updated: 0, unchanged: 300 });
  t.same(await rows(), before);
  controller.devices.reverse();
  controller.objects['lan.vlan']?.reverse();
  t.match(await synced(harness, owner, id), { updated: 0, unchanged: 300 });
  t.same(await rows(), before);
});
