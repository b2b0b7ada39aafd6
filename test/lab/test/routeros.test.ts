import t from 'tap';
import { bench, row, rows } from './support/bench.ts';

t.test('create, read, set, unset and remove speak the vendor verbs and answer strings', async (t) => {
  const { call } = await bench(t);
  const made = await call('PUT', '/interface/vlan', {
    interface: 'bridge',
    'vlan-id': 77,
    name: 'vlan77',
    disabled: false,
  });
  t.equal(made.status, 201);
  const id = row(made)['.id'] ?? '';
  t.match(id, /^\*[0-9A-F]+$/);
  t.match(row(made), { 'vlan-id': '77', disabled: 'false', mtu: '1500', running: 'true' });
  const set = await call('PATCH', `/interface/vlan/${id}`, { 'vlan-id': '78', 'arp-timeout': '90' });
  t.equal(set.status, 200);
  t.match(row(set), { '.id': id, 'vlan-id': '78', 'arp-timeout': '1m30s' });
  t.match(row(await call('GET', '/interface/vlan/vlan77')), { '.id': id });
  const gone = await call('DELETE', `/interface/vlan/${id}`);
  t.equal(gone.status, 204);
  t.equal(gone.text, '');
  t.equal((await call('GET', `/interface/vlan/${id}`)).status, 404);
});

t.test('values come back in the spelling the router prints', async (t) => {
  const { call } = await bench(t);
  const lease = row(
    await call('PUT', '/ip/dhcp-server/lease', {
      address: '192.168.88.200',
      'mac-address': 'aa-bb-cc-dd-ee-0f',
      'lease-time': '01:00:00',
    }),
  );
  t.match(lease, { 'mac-address': 'AA:BB:CC:DD:EE:0F', 'lease-time': '1h', dynamic: 'false' });
  const rule = row(
    await call('PUT', '/ip/firewall/filter', {
      chain: 'forward',
      action: 'acc',
      log: 'yes',
      'connection-state': '!new',
    }),
  );
  t.match(rule, { action: 'accept', log: 'true', 'connection-state': '!new' });
  const address = row(await call('PUT', '/ip/address', { address: '10.7.7.9/29', interface: 'ether6' }));
  t.match(address, { address: '10.7.7.9/29', network: '10.7.7.8' });
});

t.test('rules keep their order with place-before and move', async (t) => {
  const { call } = await bench(t);
  const order = async () =>
    rows(await call('GET', '/ip/firewall/nat?.proplist=.id')).map((one) => one['.id']);
  const [first] = await order();
  const second = row(await call('PUT', '/ip/firewall/nat', { chain: 'dstnat', 'place-before': first }))[
    '.id'
  ];
  t.same(await order(), [second, first]);
  t.same((await call('POST', '/ip/firewall/nat/move', { numbers: first, destination: second })).json, []);
  t.same(await order(), [first, second]);
  await call('POST', '/ip/firewall/nat/move', { numbers: first });
  t.same(await order(), [second, first]);
});

t.test('enable, disable, unset and set by number change exactly the named objects', async (t) => {
  const { call } = await bench(t);
  const [one, two] = rows(await call('GET', '/interface/vlan')).map((vlan) => vlan['.id']);
  t.same((await call('POST', '/interface/vlan/disable', { '.id': `${one},${two}` })).json, []);
  const after = rows(await call('GET', '/interface/vlan'));
  t.same(
    after.map((vlan) => vlan['disabled']),
    ['true', 'true', 'false'],
  );
  t.same(
    after.map((vlan) => vlan['running']),
    ['false', 'false', 'true'],
  );
  const clash = await call('POST', '/interface/vlan/set', { numbers: `${one},${two}`, name: 'same' });
  t.equal(row(clash)['detail'], 'failure: already have interface with such name');
  t.same(rows(await call('GET', '/interface/vlan')), after, 'all of them change or none does');
  const rule = row(
    await call('PUT', '/ip/firewall/filter', { chain: 'input', 'dst-port': '22', protocol: 'tcp' }),
  )['.id'];
  await call('POST', '/ip/firewall/filter/unset', { '.id': rule, 'value-name': 'dst-port' });
  t.equal(row(await call('GET', `/ip/firewall/filter/${rule}`))['dst-port'], undefined);
});

t.test('queries filter by equality, by the stack, and cut to the property list', async (t) => {
  const { call } = await bench(t);
  t.same(rows(await call('GET', '/interface?name=ether1&.proplist=name,type')), [
    { name: 'ether1', type: 'ether' },
  ]);
  const stack = { '.proplist': ['name'], '.query': ['type=vlan', 'type=bridge', '#|', 'disabled=false'] };
  const found = rows(await call('POST', '/interface/print', stack)).map((one) => one['name']);
  t.same(found, ['bridge', 'vlan10-staff', 'vlan20-guest', 'vlan30-cameras']);
  t.same((await call('POST', '/interface/print', { 'count-only': '', '.query': ['type=ether'] })).json, {
    ret: '8',
  });
  t.equal((await call('POST', '/interface/print', { '.query': ['#|'] })).status, 400);
});

t.test('singletons answer one object and are written by their set command', async (t) => {
  const { call } = await bench(t);
  t.same((await call('GET', '/system/identity')).json, { name: 'lab-router' });
  t.same((await call('POST', '/system/identity/set', { name: 'edge' })).json, []);
  t.same((await call('GET', '/system/identity')).json, { name: 'edge' });
  t.match(row(await call('GET', '/system/resource')), { version: /^7\./, uptime: /\d/ });
  t.match(row(await call('GET', '/system/routerboard')), { 'serial-number': 'HGA09LAB001' });
});

t.test('a renamed interface takes its references along', async (t) => {
  const { call } = await bench(t);
  await call('PATCH', '/interface/bridge', {});
  const bridge = row(await call('GET', '/interface/bridge'))['.id'];
  await call('PATCH', `/interface/${bridge}`, { name: 'lan-bridge' });
  t.equal(row(await call('GET', '/interface/vlan'))['interface'], 'lan-bridge');
  t.equal(row(await call('GET', '/interface/bridge/port'))['bridge'], 'lan-bridge');
});

t.test('the seed holds the wanted number of leases, and a large site fits its network', async (t) => {
  const { call } = await bench(t, { devices: 500 });
  const leases = rows(await call('GET', '/ip/dhcp-server/lease'));
  t.equal(leases.length, 500);
  t.equal(new Set(leases.map((lease) => lease['mac-address'])).size, 500);
  t.equal(leases.at(-1)?.['address'], '10.88.1.253');
});

t.test('export gives the configuration as commands, without secrets unless asked', async (t) => {
  const { call } = await bench(t);
  await call('PUT', '/ppp/secret', { name: 'branch', password: 'hush-hush' });
  const text = row(await call('POST', '/export', {}))['ret'] ?? '';
  t.match(text, /\/interface vlan\nadd .*name=vlan10-staff/);
  t.notMatch(text, /hush-hush/);
  t.match(row(await call('POST', '/export', { 'show-sensitive': '' }))['ret'], /hush-hush/);
  await call('POST', '/export', { file: 'running' });
  t.equal(rows(await call('GET', '/file?name=running.rsc')).length, 1);
});

t.test('a command without a bound lasts until the session closes after 60 seconds', async (t) => {
  const { call, router } = await bench(t);
  t.equal(rows(await call('POST', '/ping', { address: '192.168.88.1', count: '3' })).length, 3);
  t.equal((await call('POST', '/tool/torch', { interface: 'bridge', duration: '5s' })).status, 200);
  const endless = call('POST', '/tool/bandwidth-test', { address: '192.168.88.2' });
  await call('GET', '/system/identity');
  router.clock.advance(60_000);
  t.same((await endless).json, { detail: 'Session closed', error: 400, message: 'Bad Request' });
});

t.test('a known command that has no simulation says so instead of pretending', async (t) => {
  const { call } = await bench(t);
  const answer = await call('POST', '/tool/wol', { mac: '00:11:22:33:44:55' });
  t.equal(answer.status, 501);
  t.equal(row(answer)['detail'], 'the lab does not simulate /tool/wol');
});
