import { OBJECT_ORDER } from '@patchbay/vendor-kit';
import t from 'tap';
import { callFailure } from '../services/exchange/failures.ts';
import { clientDevices, ownDevice, ownMac } from '../services/inventory/inventory-devices.ts';
import { readInventory } from '../services/inventory/read-inventory.ts';
import { features } from '../vendor.ts';
import { labDevice } from './lab-device.ts';

t.test('the snapshot holds the device, who is behind it, and the objects of every feature', async (t) => {
  const { session } = await labDevice(t, { devices: 16 });
  const { controller, devices, objects } = await session.snapshot();
  t.match(controller, { version: '24.10.2', model: 'Lab AX3000 access point', name: 'lab-ap' });
  t.ok(controller.capabilities.includes('wireless') && controller.capabilities.includes('vpn'));
  t.equal(devices.length, 1 + 16);
  t.match(devices[0], { kind: 'access_point', status: 'online', ip: '192.168.1.1', firmware: '24.10.2' });
  t.equal(new Set(devices.map(({ external_id }) => external_id)).size, devices.length);
  t.equal(devices.filter(({ status }) => status === 'offline').length, 2);
  t.same(
    Object.keys(objects)
      .filter((name) => name !== OBJECT_ORDER)
      .sort(),
    features.flatMap(({ name, place }) => (place === null ? [] : [name])).sort(),
  );
  t.equal(objects['firewall.rule']?.length, 3);
  t.equal(objects['wireless.iface']?.length, 2);
  t.equal(objects['interfaces.interface']?.length, 4);
  t.equal(objects['vpn.gre']?.length, 0);
  t.same((await session.snapshot()).objects, objects, 'two readings of an untouched device are the same');
});

t.test('lists exist for what can be listed, and only for that', async (t) => {
  const { session } = await labDevice(t);
  t.ok(((await session.list('services.control')) ?? []).some(({ name }) => name === 'dnsmasq'));
  t.ok(((await session.list('interfaces.up')) ?? []).some((row) => row['interface'] === 'lan'));
  t.ok(
    ((await session.list('wireless.client_kick')) ?? []).every(({ ifname }) => typeof ifname === 'string'),
  );
  t.equal(((await session.list('system.package_list')) ?? []).length, 5);
  t.same(await session.list('cron.jobs'), [{ path: '/etc/crontabs/root', data: '' }]);
  t.equal(await session.list('system.reboot'), null);
  t.equal(await session.list('no.such'), null);
});

t.test(
  'a device without LuCI and without radios is read all the same; any other failure ends the reading',
  async (t) => {
    const answers: Readonly<Record<string, object>> = {
      'system.board': { hostname: 'wired', model: 'x86', release: { version: '23.05.5' } },
      'dhcp.ipv4leases': {
        device: { 'br-lan': { leases: [{ mac: '06:00:00:00:00:01', address: '10.0.0.9', valid: 60 }] } },
      },
    };
    const call = async (object: string, method: string) => {
      const found = answers[`${object}.${method}`];
      if (found === undefined) throw callFailure(`${object}.${method}`, -32_000);
      return { ...found };
    };
    const { controller, devices } = await readInventory({ call }, ['network', 'system']);
    t.match(controller, { version: '23.05.5', name: 'wired', serial: null });
    t.notOk(controller.capabilities.includes('wireless'));
    t.match(devices, [
      { external_id: 'wired' },
      { external_id: '06:00:00:00:00:01', ip: '10.0.0.9', status: 'online' },
    ]);
    const denied = async (object: string, method: string) => {
      if (object === 'iwinfo') throw callFailure('iwinfo.devices', -32_002);
      return call(object, method);
    };
    await t.rejects(readInventory({ call: denied }, []), { name: 'AdapterError' });
  },
);

t.test('odd answers make no devices', async (t) => {
  t.equal(
    ownMac({ lo: { macaddr: '00:00:00:00:00:00' }, eth9: { macaddr: 'aa:bb:cc:dd:ee:ff' } }),
    'AA:BB:CC:DD:EE:FF',
  );
  t.match(ownDevice({}, null, 'nonsense', null), { external_id: 'OpenWrt', ip: null, model: null });
  t.same(clientDevices([{}, { macaddr: 7 }], {}, new Set()), []);
  t.match(clientDevices([{ macaddr: '06:00:00:00:00:02', expires: false }], {}, new Set()), [
    { status: 'online' },
  ]);
});

t.test('a write that touches the way to the device is warned of', async (t) => {
  const { session } = await labDevice(t);
  const write = (feature: string, payload: object, value: object | null = null, live = false) =>
    session.reachesThrough({
      feature,
      operation: 'update',
      payload: { ...payload },
      value: value && { ...value },
      live,
    });
  t.match(await write('services.web', { redirect_https: true }), [/web server/]);
  t.same(await write('interfaces.down', { interface: 'lan' }), [], 'reached by another address');
  t.match(await write('interfaces.down', { interface: 'loopback' }, null, true), [/127\.0\.0\.1/]);
  t.match(
    await write('interfaces.interface', { ipaddr: '10.0.0.1' }, { '.name': 'a', ipaddr: '127.0.0.1' }),
    [/127\.0\.0\.1/],
  );
  t.match(await write('firewall.rule', { values: { src: 'lan', target: 'DROP' } }), [/turn away/]);
  t.same(await write('firewall.rule', { src: 'lan', dest: 'wan', target: 'DROP' }), []);
  t.match(await write('services.control', { name: 'uhttpd', action: 'stop' }), [/uhttpd/]);
  t.same(await write('services.control', { name: 'cron', action: 'stop' }), []);
});
