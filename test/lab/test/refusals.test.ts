import t from 'tap';
import { basic, bench, exchange, row } from './support/bench.ts';

type Case = readonly [
  method: string,
  path: string,
  body: unknown,
  status: number,
  detail: string | undefined,
];

const vlan = { interface: 'bridge', 'vlan-id': '99' };
const rule = { chain: 'forward' };

const cases: readonly Case[] = [
  ['PUT', '/interface/vlan', { ...vlan, foo: '1' }, 400, 'unknown parameter foo'],
  ['PUT', '/interface/vlan', { ...vlan, running: 'true' }, 400, 'unknown parameter running'],
  ['PUT', '/interface/vlan', { ...vlan, '.id': '*1' }, 400, 'unknown parameter .id'],
  ['PUT', '/interface/vlan', {}, 400, 'missing value(s) of argument(s) vlan-id interface'],
  ['PUT', '/ip/firewall/filter', { action: 'accept' }, 400, 'missing value(s) of argument(s) chain'],
  [
    'PUT',
    '/ip/firewall/filter',
    { ...rule, action: 'explode' },
    400,
    'input does not match any value of action',
  ],
  [
    'PUT',
    '/ip/firewall/filter',
    { ...rule, action: 'add' },
    400,
    'ambiguous value of action, more than one possible value matches input',
  ],
  [
    'PUT',
    '/ip/firewall/filter',
    { ...rule, disabled: 'maybe' },
    400,
    'input does not match any value of disabled',
  ],
  [
    'PUT',
    '/ip/firewall/filter',
    { ...rule, 'connection-state': 'new,odd' },
    400,
    'input does not match any value of connection-state',
  ],
  [
    'PUT',
    '/ip/firewall/filter',
    { ...rule, 'dst-port': '70000' },
    400,
    'invalid value for argument dst-port',
  ],
  [
    'PUT',
    '/ip/firewall/filter',
    { ...rule, 'src-address': '10.0.0.300' },
    400,
    'invalid value for argument src-address',
  ],
  [
    'PUT',
    '/ip/firewall/filter',
    { ...rule, 'in-interface-list': 'nowhere' },
    400,
    'input does not match any value of in-interface-list',
  ],
  ['PUT', '/ip/firewall/filter', { ...rule, 'place-before': '*FFFF' }, 400, 'no such item'],
  ['PUT', '/ip/firewall/filter', { ...rule, comment: ['a'] }, 400, 'invalid value for argument comment'],
  ['PUT', '/ip/firewall/filter', { ...rule, comment: null }, 400, 'invalid value for argument comment'],
  ['PUT', '/interface/vlan', { ...vlan, 'place-before': '*1' }, 400, 'unknown parameter place-before'],
  ['PUT', '/interface/vlan', { ...vlan, mtu: '67' }, 400, 'value of mtu out of range (68..65535)'],
  ['PUT', '/interface/vlan', { ...vlan, 'vlan-id': 4095 }, 400, 'value of vlan-id out of range (1..4094)'],
  ['PUT', '/interface/vlan', { ...vlan, 'vlan-id': 'ten' }, 400, 'invalid value for argument vlan-id'],
  [
    'PUT',
    '/interface/vlan',
    { ...vlan, interface: 'ether99' },
    400,
    'input does not match any value of interface',
  ],
  [
    'PUT',
    '/interface/vlan',
    { ...vlan, 'arp-timeout': '1 day' },
    400,
    'invalid value for argument arp-timeout',
  ],
  [
    'PUT',
    '/interface/vlan',
    { ...vlan, name: 'ether1' },
    400,
    'failure: already have interface with such name',
  ],
  ['PUT', '/interface/vlan', { ...vlan, 'vlan-id': '10' }, 400, 'failure: already have such vlan'],
  ['PUT', '/interface/bridge', { mtu: 'huge' }, 400, 'input does not match any value of mtu'],
  [
    'PUT',
    '/interface/bridge',
    { 'forward-delay': '31s' },
    400,
    'value of forward-delay out of range (4s..30s)',
  ],
  [
    'PUT',
    '/interface/bridge/port',
    { bridge: 'nobridge', interface: 'ether1' },
    400,
    'input does not match any value of bridge',
  ],
  [
    'PUT',
    '/interface/bridge/port',
    { bridge: 'bridge', interface: 'ether2' },
    400,
    'failure: device already added as bridge port',
  ],
  [
    'PUT',
    '/interface/bridge/vlan',
    { bridge: 'bridge', 'vlan-ids': '1-5000' },
    400,
    'invalid value for argument vlan-ids',
  ],
  [
    'PUT',
    '/ip/address',
    { address: '192.168.88.1/24', interface: 'bridge' },
    400,
    'failure: already have such address',
  ],
  [
    'PUT',
    '/ip/address',
    { address: '10.0.0.1/33', interface: 'bridge' },
    400,
    'invalid value for argument address',
  ],
  [
    'PUT',
    '/ip/dhcp-server/lease',
    { address: '10.0.0.1', 'mac-address': '00:11:22' },
    400,
    'invalid value for argument mac-address',
  ],
  ['PUT', '/ip/dhcp-server/lease', { address: 'ten' }, 400, 'invalid value for argument address'],
  [
    'PUT',
    '/ip/dhcp-server/lease',
    { address: '10.0.0.1', server: 'none' },
    400,
    'input does not match any value of server',
  ],
  [
    'PUT',
    '/ip/dhcp-server',
    { interface: 'ether1', 'address-pool': 'gone' },
    400,
    'input does not match any value of address-pool',
  ],
  [
    'PUT',
    '/interface/wireguard/peers',
    { interface: 'wg1', 'public-key': 'x' },
    400,
    'input does not match any value of interface',
  ],
  ['PUT', '/user', { name: 'one', group: 'gods' }, 400, 'input does not match any value of group'],
  ['PUT', '/system/resource', {}, 400, 'no such command or directory (add)'],
  ['PUT', '/interface/ethernet', { name: 'ether99' }, 400, 'no such command or directory (add)'],
  ['PUT', '/interface/vlan', '{broken', 400, 'invalid JSON'],
  ['PUT', '/interface/vlan', '[]', 400, 'invalid JSON'],
  ['GET', '/no/such', undefined, 400, 'no such command or directory (no)'],
  ['GET', '/ip/address/eth', undefined, 400, 'no such command or directory (eth)'],
  ['GET', '/ip/address/*FFFF', undefined, 404, undefined],
  ['PATCH', '/ip/address/*FFFF', { comment: 'x' }, 404, undefined],
  ['DELETE', '/ip/address/*FFFF', undefined, 404, undefined],
  ['DELETE', '/interface/ethernet/ether1', undefined, 400, 'no such command or directory (remove)'],
  ['PATCH', '/system/identity', { name: 'x' }, 400, 'missing or invalid resource identifier'],
  ['POST', '/ip/dns/set', { servers: 'here' }, 400, 'invalid value for argument servers'],
  ['POST', '/ip/address/set', { comment: 'x' }, 400, 'missing value(s) of argument(s) numbers'],
  ['POST', '/ip/address/remove', { '.id': '*FFFF' }, 400, 'no such item'],
  ['POST', '/ip/address/explode', {}, 400, 'no such command or directory (explode)'],
  ['POST', '/ip/address', {}, 400, 'no such command or directory (address)'],
  ['POST', '/ip/address/constructor', {}, 400, 'no such command or directory (constructor)'],
  ['POST', '/system/backup/load', { name: 'never-saved' }, 400, 'failure: file not found'],
  ['POST', '/ping', { count: '1' }, 400, 'missing value(s) of argument(s) address'],
  ['POST', '/ping', { address: '10.0.0.1', speed: '9' }, 400, 'unknown parameter speed'],
];

t.test('the lab refuses what the product refuses, in its words, and changes nothing', async (t) => {
  const { call, router } = await bench(t);
  const before = JSON.stringify(router.state());
  for (const [method, path, body, status, detail] of cases) {
    const answer = await call(method, path, body);
    t.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)}`);
    t.equal(row(answer)['detail'], detail, `${path}: ${detail}`);
    t.equal(row(answer)['error'] as unknown, status);
  }
  t.equal(JSON.stringify(router.state()), before);
});

t.test('a wrong, missing or disabled login is 401 in the vendor shape', async (t) => {
  const { call } = await bench(t);
  for (const login of ['', 'Bearer x', basic('admin', 'wrong'), basic('nobody', 'x'), 'Basic %%%']) {
    const answer = await call('GET', '/system/resource', undefined, login);
    t.equal(answer.status, 401);
    t.same(answer.json, { error: 401, message: 'Unauthorized' });
  }
});

t.test('a user of the read group may read and not write', async (t) => {
  const { call, router } = await bench(t);
  await call('PUT', '/user', { name: 'viewer', group: 'read', password: 'look-only' });
  const login = basic('viewer', 'look-only');
  t.equal((await call('GET', '/interface', undefined, login)).status, 200);
  const refused = await call('PUT', '/interface/vlan', vlan, login);
  t.equal(row(refused)['detail'], 'not enough permissions (9)');
  t.equal(router.ledger.entries().at(-1)?.outcome.result, 'refused');
  t.notMatch((await call('GET', '/user')).text, /look-only/, 'passwords are never printed');
});

t.test('dynamic and builtin objects cannot be changed', async (t) => {
  const { call } = await bench(t);
  const dynamic = row(await call('GET', '/ip/address?dynamic=true'))['.id'];
  const builtin = row(await call('GET', '/interface/list?name=all'))['.id'];
  for (const [method, path] of [
    ['PATCH', `/ip/address/${dynamic}`],
    ['DELETE', `/ip/address/${dynamic}`],
    ['PATCH', `/interface/list/${builtin}`],
    ['DELETE', `/interface/list/${builtin}`],
  ] as const) {
    const answer = await call(method, path, method === 'PATCH' ? { comment: 'x' } : undefined);
    t.equal(row(answer)['detail'], 'failure: can not change builtin', `${method} ${path}`);
  }
});

t.test('a request outside /rest and an unknown verb are refused', async (t) => {
  const { call, endpoint } = await bench(t);
  const login = basic(endpoint.credentials.username, endpoint.credentials.password);
  t.equal((await exchange(`${endpoint.url}/graphs`, 'GET', undefined, login)).status, 404);
  t.equal((await call('OPTIONS', '/interface')).status, 405);
  t.equal((await call('GET', '/%E0%A4%A')).status, 404);
  t.equal((await call('PUT', '/interface/vlan', 'x'.repeat(1024 * 1024 + 1))).status, 413);
});
