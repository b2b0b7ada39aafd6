import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { behaviours } from '../services/behaviours/behaviours.ts';
import { chooseSite } from '../services/exchange/vendor-site.ts';
import { holdsValue } from '../services/writes/same-value.ts';
import { isUnifiSecret, withoutSecrets } from '../services/writes/secret-fields.ts';
import { stagedFeatures } from '../services/writes/staged-features.ts';
import { features, known, labConsole } from './lab-console.ts';

const staged = new Map(stagedFeatures(features, known).map((feature) => [feature.key, feature]));
const push = (
  operation: 'create' | 'update' | 'delete',
  payload: object,
  target_id: string | null = null,
) => ({
  attempt_id: '0199aa00-0000-7000-8000-000000000001',
  operation,
  target_id,
  payload: { ...payload },
});
const failureOf = (work: Promise<unknown> | undefined): Promise<unknown> =>
  (work ?? Promise.resolve()).then(
    () => 'it worked',
    (error) => error,
  );

t.test(
  'a reading holds devices of both interfaces, clients on and off, and objects by feature',
  async (t) => {
    const { session } = await labConsole(t, { devices: 450 });
    const { controller, devices, objects } = await session.snapshot();
    t.match(controller, { version: '10.5.66', model: 'UDMPRO', name: 'Default' });
    t.equal(devices.length, 4 + 450 + 1);
    t.match(devices[0], {
      external_id: '02:aa:00:00:00:01',
      name: 'Gateway',
      kind: 'gateway',
      status: 'online',
      serial: '02AA00000001',
      firmware: '7.1.26',
    });
    t.equal(new Set(devices.map(({ external_id }) => external_id)).size, devices.length);
    t.same(
      devices.filter(({ status }) => status === 'offline').map(({ name }) => name),
      ['Old printer'],
    );
    t.equal(objects['network.vlan']?.length, 3);
    t.match(
      objects['network.vlan']?.[0],
      { ipv4Configuration: { prefixLength: 24 } },
      'with their addressing',
    );
    t.match(objects['routing.wan'], [{ name: 'Internet 1', purpose: 'wan' }]);
  },
);

t.test('two readings of an untouched console are the same, and no secret is in them', async (t) => {
  const { session } = await labConsole(t);
  const first = await session.snapshot();
  t.same(await session.snapshot(), first);
  t.notMatch(JSON.stringify(first), /Seeded-(Passphrase|Ssh|Secret)/);
  const listed = JSON.stringify([await session.list('wifi.broadcast'), await session.list('wifi.wlan')]);
  t.match(listed, /Office/);
  t.notMatch(listed, /Seeded/);
  t.equal(await session.list('diagnostics.speedtest'), null);
  t.equal(await session.list('no.such'), null);
});

t.test(
  'an application without the integration interface is read and written by the classic one',
  async (t) => {
    const { session } = await labConsole(t, { version: '8.6.9' });
    const { controller, devices, objects } = await session.snapshot();
    t.match(controller, { version: '8.6.9' });
    t.same(controller.capabilities.includes('openapi'), false);
    t.ok(controller.capabilities.includes('vpn'));
    t.equal(devices.length, 4 + 8 + 1);
    t.match(devices[1], { name: 'Switch 1', kind: 'switch', status: 'online' });
    t.equal(objects['network.vlan']?.length ?? 0, 0);
    const tag = staged.get('profiles.tag');
    t.match(await tag?.apply(session, push('create', { name: 'old' })), { target_id: /^[0-9a-f]{24}$/ });
    t.match(await failureOf(staged.get('network.vlan')?.apply(session, push('create', {}))), {
      type: 'adapter_not_found',
      outcome: 'not_sent',
    });
  },
);

t.test('a console without zones still gives everything else', async (t) => {
  const { session } = await labConsole(t, { zone_firewall: false });
  const { objects } = await session.snapshot();
  t.equal(objects['firewall.zone'], undefined);
  t.equal(objects['network.vlan']?.length, 3);
  t.match(await failureOf(session.list('firewall.zone')), { type: 'adapter_error', outcome: 'refused' });
});

t.test('a fault in the middle fails the whole reading', async (t) => {
  const { session, lab } = await labConsole(t);
  await session.probe();
  lab.faults.set({ kind: 'drop_after_read', path: '/proxy/network/api/s/default/rest/wlanconf' });
  t.match(await failureOf(session.snapshot()), { type: 'adapter_connection_error' });
});

t.test('a feature writes its own kind of object only', async (t) => {
  const { session, lab } = await labConsole(t);
  const [wan] = (await session.list('routing.wan')) ?? [];
  const vpn = staged.get('vpn.client');
  const id = String(wan?.['_id']);
  for (const [operation, payload] of [
    ['update', { enabled: false }],
    ['delete', {}],
  ] as const)
    t.match(await failureOf(vpn?.apply(session, push(operation, payload, id))), {
      type: 'adapter_not_found',
      outcome: 'not_sent',
    });
  t.equal(await vpn?.read?.(session, id), null);
  t.equal(lab.ledger.size, 0);
});

t.test('a value that is not there is a mismatch that names the field', async (t) => {
  const { session } = await labConsole(t);
  const [staff] = ((await session.list('network.vlan')) ?? []).filter(({ name }) => name === 'Staff');
  const id = String(staff?.['id']);
  const seen = await staged
    .get('network.vlan')
    ?.verify?.(session, push('update', { vlanId: 99 }, id), { target_id: id });
  t.match(seen, { holds: false, mismatch: 'Not as sent: vlanId.' });
  t.match(await staged.get('network.vlan')?.verify?.(session, push('delete', {}, id), { target_id: id }), {
    holds: false,
    mismatch: 'The object is still there.',
  });
});

t.test('an update keeps what it does not name, secrets included', async (t) => {
  const { session, lab } = await labConsole(t);
  const [office] = (await session.list('wifi.broadcast')) ?? [];
  const feature = staged.get('wifi.broadcast');
  await feature?.apply(session, push('update', { hideName: true }, String(office?.['id'])));
  t.match(lab.state().saved['default /wifi/broadcasts'], [
    {
      hideName: true,
      securityConfiguration: { passphrase: 'Seeded-Passphrase-1' },
      metadata: { origin: 'USER_DEFINED' },
    },
  ]);
});

t.test('what stopped half way through several devices is unknown', async (t) => {
  const { session, lab } = await labConsole(t);
  const ids = (await session.access.page('/devices')).slice(0, 3).map(({ id }) => id);
  const bulk = staged.get('bulk.device_restart');
  lab.faults.set({ kind: 'rate_limited', method: 'POST', path: '/proxy/network/integration/*', count: 1 });
  t.match(await failureOf(bulk?.apply(session, push('update', { deviceIds: ids }))), { outcome: 'refused' });
  const unknown = [...ids.slice(0, 2), '0199aa00-0000-7000-8000-00000000dead'];
  t.match(await failureOf(bulk?.apply(session, push('update', { deviceIds: unknown }))), {
    type: 'adapter_not_found',
    outcome: 'unknown',
    message: /After 2 devices/,
  });
});

t.test('catastrophic writes are not reached through the general feature', async (t) => {
  const { session, lab } = await labConsole(t);
  const any = staged.get('openapi.operation');
  const text = JSON.stringify(any?.payload('update'));
  for (const id of ['removeDevice', 'adoptDevice', 'executeAdoptedDeviceAction']) {
    t.notMatch(text, new RegExp(`"${id}"`));
    t.match(await failureOf(any?.apply(session, push('update', { operation_id: id, path: {} }))), {
      outcome: 'not_sent',
    });
  }
  t.equal(lab.ledger.size, 0);
});

t.test('the vendor site is the one named like ours, else the only one, else default', async (t) => {
  const site = (reference: string, name: string) => ({ id: null, reference, name });
  const [first, second] = [site('default', 'Default'), site('x1y2', 'Harbour')];
  t.equal(chooseSite([first, second], { name: 'harbour', slug: 'hq' }), second);
  t.equal(chooseSite([first, second], { name: 'HQ', slug: 'x1y2' }), second);
  t.equal(chooseSite([first, second], { name: 'HQ', slug: 'hq' }), first);
  t.equal(chooseSite([second], undefined), second);
  t.throws(() => chooseSite([second, site('z', 'Z')], undefined), AdapterError);
  t.throws(() => chooseSite([site('../x', 'X')], undefined), AdapterError);
  const { open } = await labConsole(t, { sites: ['Harbour'] });
  const ours = open({ site: { name: 'Harbour', slug: 'harbour' } });
  t.equal((await ours.access.page('/devices')).length, 0, 'the other site has no devices');
  t.equal((await open().access.page('/devices')).length, 4);
});

t.test('a vendor site that went away is looked for anew', async (t) => {
  const { open } = await labConsole(t, { sites: ['Harbour'] });
  const ours = open({ site: { name: 'Harbour', slug: 'harbour' } });
  const [harbour] = (await ours.access.sites()).filter(({ desc }) => desc === 'Harbour');
  const sites = staged.get('system.site');
  await ours.list('profiles.tag');
  await sites?.apply(ours, push('delete', {}, String(harbour?.['_id'])));
  t.match(await failureOf(ours.list('profiles.tag')), { type: 'adapter_not_found' });
  t.same(await ours.list('profiles.tag'), [], 'the default site serves');
});

t.test('exchanges pass the guard one by one, and its refusal is what the caller sees', async (t) => {
  const { open } = await labConsole(t);
  let [running, most] = [0, 0];
  const guard = async <T>(exchange: () => Promise<T>): Promise<T> => {
    running += 1;
    most = Math.max(most, running);
    try {
      return await exchange();
    } finally {
      running -= 1;
    }
  };
  await open({ guard }).snapshot();
  t.equal(running, 0);
  t.ok(most >= 1 && most <= 5, `at most ${most} at once`);
  const refusal = new AdapterError('adapter_rate_limit', 'not_sent', 'busy');
  await t.rejects(open({ guard: () => Promise.reject(refusal) }).probe(), refusal);
});

t.test('values are compared as the product spells them, and secrets told apart', async (t) => {
  t.ok(holdsValue(6, '6'));
  t.ok(holdsValue('02:AA:00:00:00:01', '02:aa:00:00:00:01'));
  t.ok(holdsValue(['b', 'a'], ['a', 'b']));
  t.notOk(holdsValue(['a'], ['a', 'b']));
  t.ok(holdsValue({ a: { b: 1 } }, { a: { b: 1, c: 2 } }));
  t.notOk(holdsValue({ a: { b: 1 } }, { a: {} }));
  t.ok(holdsValue({ passphrase: 'x' }, {}), 'a secret that is not shown');
  t.notOk(holdsValue({ passphrase: 'x' }, { passphrase: 'y' }));
  for (const name of ['x_passphrase', 'passphrase', 'x_ssh_password', 'community', 'psk'])
    t.ok(isUnifiSecret(name), name);
  for (const name of ['name', 'wpa_mode', 'authorized']) t.notOk(isUnifiSecret(name), name);
  t.same(withoutSecrets({ a: [{ x_secret: 1, b: 2 }] }), { a: [{ x_secret: '[redacted]', b: 2 }] });
});

t.test('a row that fits nothing stops the module', async (t) => {
  const odd = {
    feature: 'x.y',
    area: 'x',
    permission: 'network:write',
    catastrophic: false,
    operations: ['update' as const],
  };
  const calls = { update: { method: 'POST', base: 'C' as const, path: '/nowhere' } };
  t.throws(() => behaviours([{ ...odd, calls }]), /x.y is written in no known way/);
});
