import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';
import { LabSite } from '../support/equipment/lab-site.ts';

t.test('rules, translations, alerts and tunnels are told across vendors', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const viewer = await platform.person('viewer');
  const stranger = await platform.person('org_admin', await platform.organization('Second Networks'));
  const call = platform.call.bind(platform);
  const site = await LabSite.at(t, platform, owner, 'Office');
  const router = await site.register('mikrotik', 'router');
  const firewall = await site.register('pfsense', 'firewall');
  const console_ = await site.register('unifi', 'console');
  const filter = (payload: object) =>
    site.write('mikrotik-firewall', router, 'firewall.filter', 'create', { payload });
  const wide = { chain: 'forward', action: 'drop', 'src-address': '10.0.0.0/8', comment: 'no ten' };
  const narrow = { chain: 'forward', action: 'accept', 'src-address': '10.1.0.0/16', comment: 'our ten' };
  await filter(wide);
  const shadowed = await filter(narrow);
  const tunnel = { name: 'wg-branch', 'listen-port': '51820' };
  await site.write('mikrotik-vpn', router, 'vpn.wireguard', 'create', { payload: tunnel });
  await site.sync(router);
  await site.sync(firewall);
  await site.sync(console_);

  await t.test('rules of two vendors stand in one list, in the order in which they are tried', async (t) => {
    const { body } = await call('GET', '/firewall/rules?per_page=200', { as: viewer });
    t.same([...new Set(body.items.map(({ vendor }: { vendor: string }) => vendor))].sort(), [
      'mikrotik',
      'pfsense',
    ]);
    const own = await call('GET', `/firewall/rules?controller_id=${router.id}&search=TEN`, { as: viewer });
    t.match(own.body, {
      total: 2,
      items: [
        {
          name: 'no ten',
          action: 'drop',
          chain: 'forward',
          feature: 'routeros.firewall.filter',
          position: 6,
        },
        { name: 'our ten', action: 'accept', target_id: shadowed, position: 7 },
      ],
    });
    const blocked = await call('GET', '/firewall/rules?vendor=pfsense&action=drop', { as: viewer });
    t.match(blocked.body, { total: 1, items: [{ name: 'guests stay outside', in_interfaces: ['opt1'] }] });
    t.equal((await call('GET', '/firewall/rules?sort=colour', { as: viewer })).status, 422);
    t.equal((await call('GET', '/firewall/rules?search=%25', { as: viewer })).body.total, 0);
  });

  await t.test('translations are told with what they put in', async (t) => {
    const { body } = await call('GET', '/firewall/nat?kind=destination', { as: viewer });
    t.match(body, {
      total: 1,
      items: [{ vendor: 'pfsense', destination_ports: ['2222'], translated_to: '192.168.1.10' }],
    });
  });

  await t.test('the report names the rule, the one before it, and why', async (t) => {
    const path = `/firewall/hygiene?controller_id=${router.id}`;
    const { body } = await call('GET', `${path}&kind=shadowed`, { as: viewer });
    t.match(body, {
      total: 1,
      judged: { controllers: 1, rules: 8 },
      not_judged: [],
      counts: { shadowed: 1, unused: 0 },
      items: [
        {
          severity: 'high',
          rule: { name: 'our ten', target_id: shadowed },
          by: { name: 'no ten' },
          reason: /decided by rule 7 \(no ten\) before it, in another way: drop/,
        },
      ],
    });
    const live = await call('GET', `${path}&live=true&kind=unused`, { as: viewer });
    t.match(live.body, { total: 2, items: [{ kind: 'unused' }, { kind: 'unused' }] });
    const nowhere = await call('GET', '/firewall/hygiene?live=true', { as: viewer });
    t.match(nowhere, { status: 422, body: { error: { details: [{ field: 'controller_id' }] } } });
    const all = await call('GET', '/firewall/hygiene', { as: viewer });
    t.ok(all.body.counts.any_any >= 1, 'everything from the LAN passes');
  });

  await t.test('alerts are read from the devices, and one that is silent hides no other', async (t) => {
    const read = async () => (await call('GET', `/firewall/alerts?site_id=${site.id}`, { as: viewer })).body;
    t.match(await read(), { unreadable: [], items: [{ controller_id: console_.id, message: String }, {}] });
    router.lab.faults.set({ kind: 'drop_after_read' });
    t.match(await read(), { total: 2, unreadable: [{ controller_id: router.id, reason: String }] });
    router.lab.faults.clear();
    const found = await call('GET', '/firewall/alerts?search=uplink', { as: viewer });
    t.equal(found.body.total, 1);
    const invoked = await call('POST', '/fabric/operations/firewall.search_alerts/invoke', {
      as: viewer,
      body: { params: { search: 'uplink' } },
    });
    t.match(invoked, { status: 200, body: { output: { total: 1 } } });
  });

  await t.test('tunnels are listed, found by id and filtered', async (t) => {
    const { body } = await call('GET', '/vpn/tunnels?search=branch', { as: viewer });
    t.match(body, {
      total: 1,
      items: [
        {
          name: 'wg-branch',
          protocol: 'wireguard',
          enabled: true,
          site_id: site.id,
          controller_id: router.id,
          vendor: 'mikrotik',
          local: ':51820',
          gap: null,
        },
      ],
    });
    const path = `/vpn/tunnels/${body.items[0].id}`;
    t.same((await call('GET', path, { as: viewer })).body, body.items[0]);
    t.equal((await call('GET', path, { as: stranger })).status, 404);
    t.equal((await call('GET', '/vpn/tunnels/nothing', { as: viewer })).status, 400);
    t.equal((await call('GET', '/vpn/tunnels?protocol=gre', { as: viewer })).body.total, 0);
  });

  await t.test('other tenants see nothing of it, and callers without a credential neither', async (t) => {
    for (const list of [
      '/firewall/rules',
      '/firewall/nat',
      '/firewall/hygiene',
      '/firewall/alerts',
      '/vpn/tunnels',
    ]) {
      for (const query of ['', `?controller_id=${router.id}`, `?site_id=${site.id}`]) {
        const { status, body } = await call('GET', `${list}${query}`, { as: stranger });
        t.same([status, body.total, body.items], [200, 0, []], `${list}${query}`);
      }
      t.equal((await call('GET', list)).status, 401);
    }
    const live = `/firewall/hygiene?live=true&controller_id=${router.id}`;
    t.equal((await call('GET', live, { as: stranger })).status, 404);
  });
});
