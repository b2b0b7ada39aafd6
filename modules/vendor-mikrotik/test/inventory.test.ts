import t from 'tap';
import { readInventory } from '../services/inventory/read-inventory.ts';
import { labRouter } from './lab-router.ts';

t.test('the snapshot holds the router, its clients and neighbours, and the configuration', async (t) => {
  const { client } = await labRouter(t, { devices: 12 });
  const { controller, devices, objects } = await readInventory(client);
  t.same(controller, {
    version: '7.22.2',
    model: 'RB5009UG+S+',
    serial: 'HGA09LAB001',
    identity: 'lab-router',
  });
  t.equal(devices.length, 1 + 12 + 2);
  t.match(devices[0], {
    external_id: 'HGA09LAB001',
    kind: 'router',
    status: 'online',
    ip: '192.168.88.1',
    firmware: '7.22.2',
  });
  t.equal(new Set(devices.map((device) => device.external_id)).size, devices.length);
  t.same(devices.filter((device) => device.status === 'offline').length, 1);
  t.match(
    devices.find((device) => device.name === 'switch-01'),
    { kind: 'network', model: 'CRS326-24G-2S+', firmware: '7.22.2' },
  );
  t.equal(objects['interfaces.vlan'].length, 3);
  t.equal(objects['dhcp.lease'].length, 12);
  t.equal(objects['firewall.filter'].length, 6);
  t.ok(objects['interfaces.interface'].length >= 12);
});

t.test('a virtual router without board and neighbours is read all the same', async (t) => {
  const tables: Readonly<Record<string, readonly Record<string, string>[]>> = {
    '/system/resource': [{ version: '7.20 (stable)', 'board-name': 'CHR' }],
    '/system/identity': [{ name: 'cloud' }],
    '/interface': [{ name: 'ether1', type: 'ether', 'mac-address': '02:00:00:00:00:09' }],
  };
  const { controller, devices } = await readInventory({ print: async (menu) => tables[menu] ?? [] });
  t.same(controller, { version: '7.20', model: 'CHR', serial: null, identity: 'cloud' });
  t.equal(devices.length, 1);
  t.match(devices[0], { external_id: '02:00:00:00:00:09', ip: null, serial: null });
});

t.test('a router that fails in the middle fails the whole reading', async (t) => {
  const { client, router } = await labRouter(t);
  router.faults.set({ kind: 'unauthorized', path: '/rest/ip/firewall/filter' });
  await t.rejects(readInventory(client), { name: 'AdapterError', message: /401/ });
});
