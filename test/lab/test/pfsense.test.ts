import t from 'tap';
import { exchange } from './support/bench.ts';
import { dataOf, envelope, firewallBench, listOf } from './support/pfsense-bench.ts';

const alias = { name: 'web', type: 'host', address: ['10.20.0.10'] };
const rule = { type: 'pass', interface: ['lan'], ipprotocol: 'inet', source: 'any', destination: 'any' };

t.test('what is saved comes into effect with the apply call of its area, and not before', async (t) => {
  const { call, firewall } = await firewallBench(t, { apply_ms: 5_000 });
  await call('POST', '/firewall/alias', alias);
  const names = (copy: 'saved' | 'running') =>
    (firewall.state()[copy]['FirewallAlias'] ?? []).map((each) => each['name']);
  t.same(names('saved'), ['admin_hosts', 'mail_ports', 'web']);
  t.same(names('running'), ['admin_hosts', 'mail_ports']);
  t.same(dataOf(await call('GET', '/firewall/apply')), { applied: false, pending_subsystems: ['aliases'] });
  await call('POST', '/routing/apply', {});
  t.same(dataOf(await call('POST', '/firewall/apply', {})), {
    applied: false,
    pending_subsystems: ['aliases'],
  });
  firewall.clock.advance(5_000);
  t.same(dataOf(await call('GET', '/firewall/apply')), { applied: true, pending_subsystems: [] });
  t.same(names('running'), ['admin_hosts', 'mail_ports', 'web']);
  await call('DELETE', '/firewall/alias?id=2&apply=true');
  t.same(names('running'), ['admin_hosts', 'mail_ports']);
  await call('PATCH', '/system/hostname', { hostname: 'edge' });
  t.match(firewall.state().running['SystemHostname'], [{ hostname: 'edge' }], 'acts at once');
  await call('POST', '/system/tunable', { tunable: 'net.a', value: '1' });
  t.same(firewall.state().pending, ['SystemTunable'], 'has no apply call but its own');
});

t.test('a dry run is judged and leaves nothing', async (t) => {
  const { call, firewall } = await firewallBench(t);
  t.equal((await call('POST', '/firewall/alias', { ...alias, dry_run: true })).status, 200);
  t.equal((await call('POST', '/firewall/alias', { ...alias, type: 'odd', dry_run: true })).status, 400);
  t.equal(firewall.state().saved['FirewallAlias']?.length, 2);
});

t.test('positions shift with every delete, children go by parent and position', async (t) => {
  const { call } = await firewallBench(t);
  await call('DELETE', '/firewall/rule?id=0');
  t.same(
    listOf(await call('GET', '/firewall/rules')).map(({ id, tracker }) => [id, tracker]),
    [
      [0, 100_000_102],
      [1, 100_000_103],
    ],
  );
  const mapping = '/services/dhcp_server/static_mapping';
  await call('POST', mapping, { parent_id: 'lan', mac: 'aa:bb:cc:dd:ee:01' });
  await call('POST', mapping, { parent_id: 'opt1', mac: 'aa:bb:cc:dd:ee:02' });
  t.match(listOf(await call('GET', `${mapping}s`)), [
    { parent_id: 'lan', id: 0 },
    { parent_id: 'opt1', id: 0 },
  ]);
  t.match(dataOf(await call('GET', `${mapping}?parent_id=opt1&id=0`)), { mac: 'aa:bb:cc:dd:ee:02' });
  await call('PATCH', mapping, { parent_id: 'opt1', id: 0, hostname: 'tv' });
  t.match(dataOf(await call('GET', '/services/dhcp_server?id=opt1')), { staticmap: [{ hostname: 'tv' }] });
  t.match(dataOf(await call('POST', '/interface', { if: 'em3', descr: 'DMZ', typev4: 'none' })), {
    id: 'opt2',
  });
});

t.test('lists are paged, filtered and sorted without a total', async (t) => {
  const { call } = await firewallBench(t, { devices: 25 });
  const leases = '/status/dhcp_server/leases';
  t.equal(listOf(await call('GET', `${leases}?limit=10&offset=20`)).length, 5);
  t.equal(listOf(await call('GET', `${leases}?limit=0`)).length, 25);
  t.equal(listOf(await call('GET', `${leases}?hostname__contains=printer`)).length, 4);
  t.match(listOf(await call('GET', `${leases}?sort_by=hostname&limit=1`)), [{ hostname: 'camera-0004' }]);
  t.match(listOf(await call('GET', `${leases}?reverse=true&limit=1`)), [{ hostname: 'laptop-0025' }]);
  t.match(listOf(await call('DELETE', '/firewall/states?source__startswith=10.88.0.1')), Array);
});

type Case = readonly [method: string, path: string, body: unknown, status: number, response_id: string];
const cases: readonly Case[] = [
  ['POST', '/firewall/rule', { ...rule, source: 'nowhere' }, 400, 'FILTER_ADDRESS_FIELD_INVALID'],
  ['POST', '/firewall/rule', { ...rule, interface: ['opt9'] }, 400, 'FIELD_INVALID_CHOICE'],
  ['POST', '/firewall/rule', { ...rule, log: 'yes' }, 400, 'FIELD_INVALID_TYPE'],
  ['POST', '/firewall/rule', { ...rule, type: null }, 400, 'FIELD_NULL_NOT_ALLOWED'],
  ['POST', '/firewall/alias', { ...alias, name: 'x'.repeat(32) }, 400, 'LENGTH_VALIDATOR_MAXIMUM_CONSTRAINT'],
  ['PATCH', '/firewall/alias', { id: 0, name: 'other' }, 400, 'FIELD_NOT_EDITABLE'],
  [
    'POST',
    '/routing/static_route',
    { network: '10.0.0.0/8', gateway: 'NO' },
    404,
    'FOREIGN_MODEL_FIELD_VALUE_NOT_FOUND',
  ],
  [
    'POST',
    '/services/dhcp_server/static_mapping',
    { parent_id: 'wan', mac: 'x' },
    404,
    'MODEL_PARENT_OBJECT_NOT_FOUND',
  ],
  ['POST', '/services/dhcp_server/static_mapping', { mac: 'x' }, 400, 'MODEL_REQUIRES_PARENT_ID'],
  ['DELETE', '/firewall/alias', undefined, 400, 'MODEL_REQUIRES_ID'],
  ['DELETE', '/firewall/alias?id=7', undefined, 404, 'MODEL_OBJECT_NOT_FOUND'],
  ['PATCH', '/system/hostname', { hostname: 'not a name' }, 400, 'HOSTNAME_VALIDATOR_FAILED'],
  [
    'POST',
    '/firewall/virtual_ip',
    { mode: 'carp', interface: 'wan', subnet: '203.0.113.9', subnet_bits: 24 },
    400,
    'FIELD_IS_REQUIRED',
  ],
  ['PUT', '/firewall/alias', {}, 405, 'ENDPOINT_METHOD_NOT_ALLOWED'],
  ['POST', '/firewall/alias', '{"name":', 400, 'JSON_CONTENT_HANDLER_COULD_NOT_DECODE_JSON'],
  ['POST', '/status/service', { name: 'nothing', action: 'stop' }, 404, 'MODEL_OBJECT_NOT_FOUND'],
  ['POST', '/system/package', { name: 'pfSense-pkg-none' }, 404, 'FOREIGN_MODEL_FIELD_VALUE_NOT_FOUND'],
];

t.test('what the product refuses is refused in its shape and leaves everything as it was', async (t) => {
  const { call, firewall } = await firewallBench(t);
  const before = JSON.stringify(firewall.state());
  for (const [method, path, body, status, response_id] of cases) {
    const answer = await call(method, path, body);
    t.match(envelope(answer), { code: status, response_id }, `${method} ${path}`);
    t.equal(answer.status, status);
    t.same(envelope(answer).data, []);
  }
  t.equal(JSON.stringify(firewall.state()), before);
  t.ok(firewall.ledger.entries().every((entry) => entry.outcome.result === 'refused'));
  const missing = await firewallBench(t, { packages: [] });
  t.match(envelope(await missing.call('GET', '/services/cron/jobs')), {
    response_id: 'MODEL_MISSING_REQUIRED_PACKAGE',
  });
});

t.test('an unknown path is the web server’s page, and unsigned requests are refused', async (t) => {
  const { call, endpoint } = await firewallBench(t, { login: ['key', 'jwt'] });
  const unknown = await exchange(`${endpoint.url}/api/v2/system/version`, 'GET');
  t.match(unknown, { status: 401, json: { code: 401, response_id: 'AUTH_AUTHENTICATION_FAILED' } });
  t.equal((await call('GET', '/system/version')).status, 401, 'basic is not among the ways');
  const { token } = dataOf(await call('POST', '/auth/jwt', {}));
  t.equal((await call('GET', '/system/version', undefined, `Bearer ${token}`)).status, 200);
  t.equal((await call('GET', '/system/version', undefined, 'Bearer odd')).status, 401);
  const made = dataOf(await call('POST', '/auth/key', { descr: 'second' }));
  t.match(made, { key: /^[0-9a-f]{48}$/, username: 'admin' });
  const page = await fetch(`${endpoint.url}/api/v2/no/such/path`);
  t.equal(page.status, 404);
  t.match(await page.text(), /<title>404 Not Found/);
});

t.test('a reboot and a halt answer first and then refuse connections', async (t) => {
  const { call, firewall } = await firewallBench(t);
  t.equal((await call('POST', '/system/update', {})).status, 200);
  await t.rejects(call('GET', '/system/version'), { code: 'ECONNREFUSED' });
  firewall.clock.advance(60_000);
  await firewall.power(true);
  t.match(dataOf(await call('GET', '/system/version')), { version: '2.9.0-RELEASE' });
  await call('POST', '/diagnostics/halt_system', {});
  await t.rejects(call('GET', '/system/version'), { code: 'ECONNREFUSED' });
});
