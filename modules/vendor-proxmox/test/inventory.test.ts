import t from 'tap';
import { proxmoxVendor } from '../vendor.ts';
import { failureOf, featureOf, labHost, push } from './lab-host.ts';

const vendor = proxmoxVendor({ send: () => Promise.reject(new Error('nothing is sent')) });

t.test('a snapshot has the nodes, the guests and the objects of every listed feature', async (t) => {
  const { session, lab } = await labHost(t, { devices: 9 });
  lab.nodePower('pve3', false);
  const { controller, devices, objects } = await session.snapshot();
  t.match(controller, { version: '9.1.2', name: 'lab' });
  t.same(
    [...controller.capabilities].sort(),
    [...vendor.areas].sort(),
    'everything can be done with this release',
  );
  t.equal(devices.length, 12);
  t.match(devices[0], {
    external_id: 'node/pve1',
    kind: 'hypervisor',
    status: 'online',
    ip: '192.0.2.11',
    firmware: '9.1.2',
    model: /EPYC/,
  });
  t.match(devices[2], { external_id: 'node/pve3', status: 'offline', firmware: null });
  const web = devices.find(({ external_id }) => external_id === 'guest/100');
  t.match(web, {
    name: 'web-01',
    kind: 'virtual_machine',
    status: 'online',
    ip: '192.0.2.110',
    model: 'QEMU',
  });
  t.match(web?.mac, /^BC:24:11:/);
  t.match(
    devices.find(({ external_id }) => external_id === 'guest/105'),
    { kind: 'container', model: 'LXC', status: 'offline', ip: null },
    'a guest of a node that is off',
  );
  t.same(Object.keys(objects).sort(), [
    'backup.job',
    'cluster.options',
    'cluster.pool',
    'container.config',
    'container.snapshot',
    'firewall.cluster_rule',
    'firewall.rule',
    'ha.group',
    'ha.resource',
    'ha.rule',
    'node.dns',
    'node.network',
    'replication.job',
    'sdn.controller',
    'sdn.subnet',
    'sdn.vnet',
    'sdn.zone',
    'snapshot.config',
    'storage.definition',
    'storage.volume',
    'storage.zfs_pool',
    'vm.config',
  ]);
  t.equal(objects['vm.config']?.length, 6);
  for (const [feature, values] of Object.entries(objects))
    for (const value of values)
      t.ok(feature === 'cluster.options' || vendor.identify?.(feature, value), `${feature} has a name`);
});

t.test('two snapshots of a cluster at rest are alike, tasks and counters aside', async (t) => {
  const { session, lab } = await labHost(t);
  const first = await session.snapshot();
  lab.clock.advance(3_600_000);
  t.same(await session.snapshot(), first);
});

t.test(
  'what a sign-in may not see is left out, and a cluster of many guests is read by its list',
  async (t) => {
    const { as, endpoint, calls } = await labHost(t, { devices: 520 });
    const session = as({ kind: 'token', token: endpoint.credentials.reader_key });
    const { devices, objects } = await session.snapshot();
    t.equal(devices.length, 523);
    t.equal(objects['vm.config'], undefined);
    t.equal(objects['snapshot.config'], undefined);
    t.ok(calls.length < 60, 'not one call for each guest');
  },
);

t.test('lists of features that write to the same objects are the same', async (t) => {
  const { session } = await labHost(t);
  await featureOf('snapshot.create').apply(session, push('create', { vmid: 100, snapname: 'one' }));
  const listed = await session.list('snapshot.delete');
  t.same(listed, await session.list('snapshot.config'));
  t.match(listed, [{ vmid: 100, name: 'one', node: 'pve1' }]);
  t.same(
    listed?.map((value) => vendor.identify?.('snapshot.delete', value)),
    ['100/one'],
  );
  t.equal(await session.list('vm.start'), null, 'a command has none');
  t.match(await session.list('cluster.options'), [{ keyboard: 'en-us' }]);
});

t.test('writes that touch the way to the cluster say so', async (t) => {
  const { session, endpoint } = await labHost(t);
  const { hostname } = new URL(endpoint.url);
  const write = (feature: string, payload: object, value: object | null = null) =>
    session.reachesThrough?.({
      feature,
      operation: 'update',
      payload: { ...payload },
      value: value && { ...value },
      live: false,
    });
  t.match(await write('node.network', { type: 'bridge' }, { iface: 'vmbr0', address: hostname }), [
    /Every change of the network that waits/,
    /stands on this interface/,
  ]);
  t.match(await write('node.reboot', {}), [/cut off while the node is down/]);
  t.same(await write('node.service', {}, { service: 'cron' }), []);
  t.match(await write('firewall.cluster_rule', { type: 'in', action: 'DROP' }, {}), [/own packets to port/]);
  t.same(await write('firewall.cluster_rule', { type: 'out' }, {}), []);
  t.equal(vendor.touchesPath?.('node.network', { operation: 'update', payload: {} }), true);
  t.equal(vendor.touchesPath?.('vm.config', { operation: 'update', payload: {} }), false);
});

t.test('a release before rules is read without them, and refuses to write them', async (t) => {
  const { session } = await labHost(t, { version: '8.4.1' });
  const { controller, objects } = await session.snapshot();
  t.equal(controller.version, '8.4.1');
  t.equal(objects['ha.rule'], undefined);
  t.ok(objects['ha.group']);
  const rule = push('create', { rule: 'apart', type: 'resource-affinity', resources: 'vm:100' });
  t.match(await failureOf(featureOf('ha.rule').apply(session, rule)), {
    type: 'adapter_not_found',
    outcome: 'refused',
    status: 501,
  });
});
