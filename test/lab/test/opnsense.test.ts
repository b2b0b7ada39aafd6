import t from 'tap';
import { basic, exchange } from './support/bench.ts';
import { firewallBench, json, table } from './support/opnsense-bench.ts';

const rules = 'OPNsense/Firewall/Filter#rules.rule';
const subnets = 'OPNsense/Kea/KeaDhcpv4#subnets.subnet4';
const rule = { rule: { interface: 'lan', source_net: 'any', description: 'test' } };

t.test('a save changes the saved copy, and only its own commit the running one', async (t) => {
  const { call, firewall } = await firewallBench(t);
  const before = table(firewall, 'running', rules);
  t.match(json(await call('POST', '/api/firewall/filter/addRule', rule)), {
    result: 'saved',
    uuid: /^[0-9a-f-]{36}$/,
  });
  await call('POST', '/api/kea/dhcpv4/addSubnet', { subnet4: { subnet: '10.4.0.0/24' } });
  t.equal(table(firewall, 'saved', rules).length, before.length + 1);
  t.same(table(firewall, 'running', rules), before);
  t.same((await call('POST', '/api/kea/service/reconfigure')).json, { status: 'ok' });
  t.same(table(firewall, 'running', subnets), table(firewall, 'saved', subnets));
  t.same(table(firewall, 'running', rules), before, 'another service does not take rules up');
  await call('POST', '/api/firewall/filter/apply');
  t.same(table(firewall, 'running', rules), table(firewall, 'saved', rules));
});

t.test('a restart takes up all that was saved', async (t) => {
  const { call, firewall } = await firewallBench(t);
  await call('POST', '/api/firewall/filter/addRule', rule);
  t.same((await call('POST', '/api/core/system/reboot')).json, { status: 'ok' });
  await t.rejects(call('GET', '/api/core/firmware/status'), { code: 'ECONNREFUSED' });
  await firewall.power(true);
  t.same(table(firewall, 'running', rules), table(firewall, 'saved', rules));
});

t.test(
  'get shows options with a mark on the chosen, lists for keys from zero, and the blank object',
  async (t) => {
    const { call } = await firewallBench(t);
    const blank = json(await call('GET', '/api/firewall/filter/getRule'))['rule'] as Record<string, unknown>;
    t.match(blank, {
      enabled: '1',
      action: { pass: { value: 'Pass', selected: 1 }, block: { selected: 0 } },
      interface: { lan: { value: 'LAN', selected: 0 } },
      description: '',
    });
    const { connection } = json(await call('GET', '/api/ipsec/connections/getConnection')) as {
      connection: { version: unknown };
    };
    t.match(connection.version, [{ selected: 1 }, { selected: 0 }, { selected: 0 }]);
    t.same((await call('GET', '/api/firewall/filter/getRule/00000000-0000-0000-0000-000000000000')).json, []);
    const settings = json(await call('GET', '/api/unbound/settings/get')) as {
      unbound: Record<string, unknown>;
    };
    t.match(settings.unbound, {
      general: { enabled: '1', port: '53' },
      hosts: { host: Object },
      acls: { acl: [] },
    });
  },
);

t.test('search pages by query and by body, and finds every word of the phrase', async (t) => {
  const { call } = await firewallBench(t);
  for (const name of ['alpha one', 'alpha two', 'beta one'])
    await call('POST', '/api/firewall/category/add_item', { category: { name } });
  const found = await call(
    'GET',
    '/api/firewall/category/searchItem?current=2&rowCount=1&searchPhrase=alpha',
  );
  t.match(json(found), { rows: [{ name: 'alpha two' }], rowCount: 1, total: 2, current: 2 });
  const both = await call('POST', '/api/firewall/category/search_item', {
    searchPhrase: 'one beta',
    rowCount: -1,
  });
  t.match(json(both), { rows: [{ name: 'beta one' }], total: 1 });
  const all = await call('GET', '/api/firewall/filter/searchRule?rowCount=1&current=1');
  t.equal(json(all)['total'], (json(all)['rows'] as unknown[]).length, 'rules know no pages by GET');
});

t.test('numbers and names that were left open are filled in', async (t) => {
  const { call, firewall } = await firewallBench(t);
  await call('POST', '/api/interfaces/vlan_settings/addItem', { vlan: { if: 'igb3', tag: '77' } });
  await call('POST', '/api/trafficshaper/settings/addPipe', { pipe: { bandwidth: '10', description: 'a' } });
  await call('POST', '/api/trafficshaper/settings/addPipe', { pipe: { bandwidth: '10', description: 'b' } });
  t.match(table(firewall, 'saved', 'OPNsense/Interfaces/Vlan#vlan').at(-1), { vlanif: 'vlan0.77' });
  t.same(
    table(firewall, 'saved', 'OPNsense/TrafficShaper/TrafficShaper#pipes.pipe').map(({ number }) => number),
    ['10000', '10001'],
  );
});

t.test('deleting a host override takes its aliases along, a used alias is not deleted', async (t) => {
  const { call, firewall } = await firewallBench(t);
  const host = json(
    await call('POST', '/api/unbound/settings/addHostOverride', {
      host: { hostname: 'a', domain: 'lab', server: '10.0.0.1' },
    }),
  )['uuid'];
  await call('POST', '/api/unbound/settings/addHostAlias', { alias: { host, hostname: 'b', domain: 'lab' } });
  t.same((await call('POST', `/api/unbound/settings/delHostOverride/${host}`)).json, { result: 'deleted' });
  t.same(table(firewall, 'saved', 'OPNsense/Unbound/Unbound#aliases.alias'), []);
  const [alias] = table(firewall, 'saved', 'OPNsense/Firewall/Alias#aliases.alias');
  const refused = await call('POST', `/api/firewall/alias/delItem/${alias?.['uuid']}`);
  t.equal(refused.status, 500);
  t.match(json(refused), { errorMessage: /Guests stay out/, errorTitle: 'Item blocked_hosts in use by:' });
});

t.test('the firmware job runs on the clock of the lab', async (t) => {
  const { call, firewall } = await firewallBench(t);
  t.match(json(await call('POST', '/api/core/firmware/update')), { status: 'ok', msg_uuid: String });
  t.match(json(await call('GET', '/api/core/firmware/upgradestatus')), { status: 'running', log: String });
  t.same((await call('POST', '/api/core/firmware/upgrade')).json, { status: 'failure' });
  firewall.clock.advance(1_500);
  t.match(json(await call('GET', '/api/core/firmware/upgradestatus')), { status: 'done' });
  t.match(json(await call('GET', '/api/core/firmware/status')), { product: { product_version: '26.7.3' } });
});

t.test('revisions are kept and one can be brought back', async (t) => {
  const { call, firewall } = await firewallBench(t);
  await call('POST', '/api/firewall/category/addItem', { category: { name: 'first' } });
  const { items } = json(await call('GET', '/api/core/backup/backups/this')) as { items: { id: string }[] };
  t.equal(items.length, 1);
  await call('POST', '/api/firewall/category/addItem', { category: { name: 'second' } });
  t.same((await call('POST', `/api/core/backup/revertBackup/${items[0]?.id}`)).json, { status: 'reverted' });
  const names = table(firewall, 'running', 'OPNsense/Firewall/Category#categories.category').map(
    ({ name }) => name,
  );
  t.same(names, ['first']);
  t.same((await call('POST', '/api/core/backup/revertBackup/config-1.xml')).json, { status: 'not_found' });
});

t.test(
  'a user who may only look is forbidden to write, a browser without a key is sent to the sign-in',
  async (t) => {
    const { call, endpoint } = await firewallBench(t, { reader: { key: 'looks', secret: 'only' } });
    const reader = basic('looks', 'only');
    t.equal((await call('GET', '/api/firewall/category/searchItem', undefined, reader)).status, 200);
    const refused = await call('POST', '/api/firewall/category/addItem', { category: { name: 'x' } }, reader);
    t.equal(refused.status, 403);
    t.same(refused.json, { status: 403, message: 'Forbidden' });
    t.equal((await exchange(`${endpoint.url}/api/core/system/status`, 'GET')).status, 302);
    const wrong = await call('GET', '/api/core/system/status', undefined, basic('a', 'b'));
    t.same([wrong.status, wrong.json], [401, { status: 401, message: 'Authentication Failed' }]);
  },
);

t.test('keys and logins are in no state that the bench shows', async (t) => {
  const { call, control } = await firewallBench(t);
  await call('POST', '/api/ipsec/pre_shared_keys/addItem', {
    preSharedKey: { ident: 'a', Key: 'hush-hush' },
  });
  await call('POST', '/api/auth/user/add', { user: { name: 'x', password: 'hush-hush' } });
  t.notMatch((await control('GET', '/state')).text, /hush-hush/);
  t.notMatch((await call('GET', '/api/auth/user/search')).text, /hush-hush/);
});
