import { AsteriskController } from '@patchbay/lab';
import { bootPlatform, loginOf, registered, started, synced } from '@patchbay/test/harness';
import t from 'tap';

t.test('phones of an exchange', async (t) => {
  const platform = await bootPlatform(t);
  const owner = await platform.owner();
  const viewer = await platform.person('viewer');
  const call = platform.call.bind(platform);
  const site_id = await platform.site(owner, 'Harbour');
  const lab = new AsteriskController({ devices: 4 });
  const endpoint = await started(t, lab);
  const pbx = { name: 'pbx', site_id, vendor: 'asterisk', endpoint, login: loginOf(endpoint) };
  const controller_id = await registered(platform, owner, pbx);
  const look = (params: object = {}, as = viewer) =>
    call('POST', '/fabric/operations/voip.phone.live_status/invoke', { as, body: { params } });

  t.test('are told as they are at that moment', async (t) => {
    const idle = (await look()).body.output;
    t.match(idle, {
      total: 4,
      unreadable: [],
      items: [{ id: 'PJSIP/100', state: 'idle', controller_id, site_id }],
    });
    const talk = lab.exchange.dial('100', '103');
    t.match((await look({ state: 'ringing' })).body.output.items, [{ id: 'PJSIP/103' }]);
    talk.answer();
    t.match((await look({ state: 'in_call' })).body.output.items, [
      { id: 'PJSIP/100', calls: [{ with_number: '103' }] },
      { id: 'PJSIP/103' },
    ]);
    talk.hangUp();
    t.equal((await look({ state: 'in_call' })).body.output.total, 0);
    t.match((await look({ search: 'pjsip/101', limit: 1 })).body.output, { total: 1 });
  });

  t.test('are devices of the inventory, and asked for one by one', async (t) => {
    await synced(platform, owner, controller_id);
    const devices = (await call('GET', '/devices?search=PJSIP/102', { as: viewer })).body.items;
    t.match(devices, [{ kind: 'phone', status: 'online' }]);
    lab.exchange.register('102', false);
    t.match((await look({ device_id: devices[0].id })).body.output, {
      total: 1,
      items: [{ id: 'PJSIP/102', status: 'offline' }],
    });
    t.equal((await look({ device_id: controller_id })).status, 404);
    t.equal((await look({ device_id: 'x' })).status, 422);
  });

  t.test('of an exchange that is off are not made up', async (t) => {
    await lab.power(false);
    t.match((await look()).body.output, {
      items: [],
      total: 0,
      unreadable: [{ name: 'pbx', controller_id }],
    });
  });

  t.test('are nobody else’s', async (t) => {
    const stranger = await platform.person('org_admin', await platform.organization('Other'));
    t.equal((await look({ controller_id }, stranger)).status, 404);
    t.match((await look({}, stranger)).body.output, { total: 0, unreadable: [] });
    t.equal((await look({}, await platform.person('guest'))).status, 403);
  });
});
