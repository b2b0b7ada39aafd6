import { type LabController, wholeSite } from '@patchbay/lab';
import { bootPlatform, loginOf, registered } from '@patchbay/test/harness';
import t from 'tap';

t.test('clients of a whole site', async (t) => {
  const platform = await bootPlatform(t);
  const owner = await platform.owner();
  const viewer = await platform.person('viewer');
  const call = platform.call.bind(platform);
  const site_id = await platform.site(owner, 'Harbour');
  const gear = wholeSite({ devices: 8 });
  t.teardown(() => Promise.all(gear.map((lab) => lab.stop())));
  const ids = new Map<string, string>();

  async function register(lab: LabController): Promise<void> {
    const { vendor } = lab;
    const endpoint = await lab.start();
    const login = loginOf(endpoint, vendor === 'opnsense' ? 'key' : 'password');
    ids.set(vendor, await registered(platform, owner, { name: vendor, site_id, vendor, endpoint, login }));
  }
  await Promise.all(gear.map(register));
  const list = (params: object, as = viewer) =>
    call('POST', '/fabric/operations/network.client.list/invoke', { as, body: { params } });

  t.test('every vendor that knows clients tells them as they are now', async (t) => {
    for (const { vendor } of gear) {
      const controller_id = ids.get(vendor);
      const { body, text } = await list({ controller_id, limit: 500 });
      t.same(body.output?.unreadable, [], text);
      if (vendor === 'proxmox') t.equal(body.output.total, 0, 'a hypervisor has machines, not clients');
      else t.match(body.output.items[0], { vendor, controller_id, site_id, mac: String, name: String }, text);
      t.equal(body.output.items.length, body.output.total);
    }
  });

  t.test('they are searched, limited and narrowed', async (t) => {
    const all = (await list({ site_id, limit: 500 })).body.output;
    t.ok(all.total >= 5 * 8, `${all.total} clients`);
    const [first] = all.items;
    t.match((await list({ search: first.mac.toUpperCase() })).body.output.items, [{ mac: first.mac }]);
    const few = (await list({ limit: 3 })).body.output;
    t.same([few.items.length, few.total], [3, all.total]);
    const online = (await list({ status: 'online', limit: 500 })).body.output;
    t.ok(online.items.every(({ status }: { status: string }) => status === 'online'));
    t.ok(online.total > 0);
  });

  t.test('a controller that is switched off is named and hides no other', async (t) => {
    await gear.find(({ vendor }) => vendor === 'unifi')?.power(false);
    const { output } = (await list({ site_id, limit: 500 })).body;
    t.match(output.unreadable, [{ controller_id: ids.get('unifi'), name: 'unifi' }]);
    t.ok(output.items.some(({ vendor }: { vendor: string }) => vendor === 'mikrotik'));
  });

  t.test('what the caller may not see is not there', async (t) => {
    const stranger = await platform.person('org_admin', await platform.organization('Other'));
    t.equal((await list({ controller_id: ids.get('mikrotik') }, stranger)).status, 404);
    t.equal((await list({ site_id }, stranger)).status, 404);
    t.match((await list({}, stranger)).body.output, { items: [], total: 0, unreadable: [] });
    t.equal((await list({}, await platform.person('guest'))).status, 403);
    t.equal((await list({ limit: 501 })).status, 422);
    t.equal((await list({ vendor: { $ne: 1 } })).status, 422);
  });
});
