import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, loginOf, registered, started, synced } from '../../harness/index.ts';

const NOBODY = '0199aa00-0000-7000-8000-00000000dead';

t.test('a router is configured through the gateway', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const [viewer, operator] = await Promise.all([platform.person('viewer'), platform.person('operator')]);
  const site = await platform.site(owner, 'Office');
  const lab = new RouterOsController({ plain_http: true, devices: 8 });
  const endpoint = await started(t, lab);
  const edge = { name: 'edge', site_id: site, vendor: 'mikrotik', endpoint, login: loginOf(endpoint) };
  const id = await registered(platform, owner, edge);
  const family = `/gateway-routeros-firewall/${id}`;
  const drop = {
    payload: { chain: 'forward', action: 'drop', 'src-address': '10.9.0.0/24' },
    notes: 'block guests',
  };
  const call = platform.call.bind(platform);

  await t.test('staging answers the change and contacts no device', async (t) => {
    const before = lab.ledger.entries().length;
    const staged = await call('POST', `${family}/changes/routeros.firewall.filter?operation=create`, {
      as: operator,
      body: drop,
    });
    t.equal(staged.status, 201);
    t.match(staged.body, {
      controller_id: id,
      site_id: site,
      vendor: 'mikrotik',
      feature: 'routeros.firewall.filter',
      operation: 'create',
      payload: drop.payload,
      notes: 'block guests',
      status: 'pending',
      risk: 'normal',
    });
    t.equal(lab.ledger.entries().length, before, 'the ledger of writes is as it was');
  });

  await t.test('a reviewed change is pushed once, verified, and stands on the router', async (t) => {
    const listed = await call('GET', `${family}/changes?status=pending`, { as: viewer });
    t.equal(listed.headers['x-total-count'], '1');
    const [change] = listed.body;
    const path = `/gateway-vpn/changes/${change.id}/apply`;
    t.equal((await call('POST', path, { as: viewer, body: { force: true } })).status, 403);
    t.equal((await call('POST', path, { as: operator, body: {} })).status, 400);
    t.equal((await call('POST', path, { as: operator, body: { force: 'true' } })).status, 400);
    const applied = await call('POST', path, { as: operator, body: { force: true } });
    t.equal(applied.status, 200, applied.text);
    t.match(applied.body, { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } });
    const live = await call('GET', `${family}/firewall.filter?search=10.9.0.0`, { as: viewer });
    t.equal(live.status, 200, live.text);
    t.match(live.body, {
      total: 1,
      items: [{ chain: 'forward', action: 'drop', 'src-address': '10.9.0.0/24' }],
    });
    t.equal((await call('POST', path, { as: operator, body: { force: true } })).status, 409);
    const all = await call('GET', `/gateway-vpn/changes/by-gateway/${id}?vendor=mikrotik`, { as: viewer });
    t.match(all.body, [{ id: change.id, status: 'applied' }]);
  });

  await t.test('the other family and the short name reach the same feature', async (t) => {
    const staged = await call(
      'POST',
      `/gateway-mikrotik-interfaces/${id}/changes/interfaces.vlan?operation=create`,
      {
        as: operator,
        body: { payload: { interface: 'bridge', 'vlan-id': 77, name: 'vlan77' } },
      },
    );
    t.match(staged, { status: 201, body: { feature: 'routeros.interfaces.vlan' } });
    const discarded = await call('POST', `/gateway-vpn/changes/${staged.body.id}/discard?force=false`, {
      as: operator,
    });
    t.match(discarded, { status: 200, body: { status: 'discarded' } });
  });

  await t.test(
    'what is not there, not allowed or not right is refused as the specification says',
    async (t) => {
      const stage = async (path: string, body: unknown = drop, as = operator) =>
        (await call('POST', path, { as, body })).status;
      t.equal(await stage(`/gateway-nobody-firewall/${id}/changes/firewall.filter?operation=create`), 404);
      t.equal(await stage(`/gateway-routeros-nowhere/${id}/changes/firewall.filter?operation=create`), 404);
      t.equal(await stage(`${family}/changes/firewall.nothing?operation=create`), 404);
      t.equal(await stage(`${family}/changes/dhcp.lease?operation=create`), 404);
      t.equal(
        await stage(`/gateway-routeros-firewall/${NOBODY}/changes/firewall.filter?operation=create`),
        404,
      );
      t.equal(
        await stage(`/gateway-routeros-firewall/nonsense/changes/firewall.filter?operation=create`),
        400,
      );
      t.equal(
        await stage(
          `/gateway-routeros-firewall/${id}/sites/${site}/changes/firewall.filter?operation=create`,
        ),
        404,
      );
      t.equal(await stage(`${family}/changes/firewall.filter`), 422);
      t.equal(await stage(`${family}/changes/firewall.filter?operation=rename`), 422);
      t.equal(
        await stage(`${family}/changes/firewall.filter?operation=create`, { payload: { action: 'drop' } }),
        422,
      );
      t.equal(await stage(`${family}/changes/firewall.filter?operation=update`), 422, 'no target');
      t.equal(await stage(`${family}/changes/firewall.filter?operation=create`, drop, viewer), 403);
      const system = `/gateway-routeros-system/${id}/changes/system.reboot?operation=update`;
      t.equal(await stage(system, { payload: {} }), 403, 'an operator reboots nothing');
      t.equal(await stage(system, { payload: {} }, owner), 201);
      const by = async (query: string) =>
        (await call('GET', `/gateway-vpn/changes/by-gateway/${id}${query}`, { as: viewer })).status;
      t.equal(await by('?vendor=nobody'), 400);
      t.equal(await by(''), 422);
      t.equal(
        (await call('POST', `/gateway-vpn/changes/${NOBODY}/apply`, { as: viewer, body: { force: true } }))
          .status,
        404,
      );
      t.equal((await call('GET', `${family}/firewall.nothing`, { as: viewer })).status, 404);
    },
  );

  await t.test('a router that fails is told by its adapter type', async (t) => {
    lab.faults.set({ kind: 'drop_after_read', count: 2 });
    const live = await call('GET', `${family}/firewall.filter`, { as: viewer });
    t.match(live, { status: 502, body: { error: { code: 502, type: 'adapter_connection_error' } } });
    lab.faults.clear();
    t.equal((await call('GET', `${family}/firewall.filter`, { as: viewer })).status, 200);
  });

  await t.test('ten thousand devices come in, and an unchanged second reading writes no row', async (t) => {
    const big = new RouterOsController({ plain_http: true, devices: 10_000 });
    const endpoint = await started(t, big);
    const more = { name: 'big', site_id: site, vendor: 'mikrotik', endpoint, login: loginOf(endpoint) };
    const big_id = await registered(platform, owner, more);
    const sync = async () => {
      const begun = performance.now();
      const ended = await synced(platform, owner, big_id);
      t.comment(`${Math.round(performance.now() - begun)} ms`);
      return ended;
    };
    const first = await sync();
    t.match(first, { status: 'succeeded', unchanged: 0 }, String(first.error));
    t.ok(first.created >= 10_000);
    t.match(await sync(), {
      status: 'succeeded',
      created: 0,
      updated: 0,
      unchanged: first.created,
      missing: 0,
    });
  });
});
