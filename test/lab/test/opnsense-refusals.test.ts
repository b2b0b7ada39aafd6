import t from 'tap';
import { firewallBench, json } from './support/opnsense-bench.ts';

type Case = readonly [path: string, body: unknown, fields: readonly string[] | null];

const lan = { interface: 'lan' };
const key = `${'A'.repeat(43)}=`;

/** Fields that the product names, with status 200; null where it says `failed` and nothing more. */
const cases: readonly Case[] = [
  ['firewall/alias/addItem', { alias: { name: 'any', type: 'host' } }, ['alias.name']],
  ['firewall/alias/addItem', { alias: { name: '', type: 'host' } }, ['alias.name']],
  ['firewall/alias/addItem', { alias: { name: 'blocked_hosts', type: 'host' } }, ['alias.name']],
  [
    'firewall/alias/addItem',
    { alias: { name: 'x', type: 'host', content: '10.0.0.300' } },
    ['alias.content'],
  ],
  ['firewall/alias/addItem', { alias: { name: 'x', type: 'port', content: '99999' } }, ['alias.content']],
  ['firewall/alias/addItem', { alias: { name: 'x', type: 'dynipv6host' } }, ['alias.interface']],
  ['firewall/alias/addItem', { alias: { name: 'x', type: 'host', enabled: 'yes' } }, ['alias.enabled']],
  ['firewall/alias/addItem', { alias: { name: 'x', type: 'host', expire: '5' } }, ['alias.expire']],
  [
    'firewall/alias/addItem',
    { alias: { name: 'x', type: 'host', categories: 'nope' } },
    ['alias.categories'],
  ],
  ['firewall/alias/addItem', { alias: 'text' }, null],
  ['firewall/alias/addItem', [], null],
  ['firewall/filter/addRule', { rule: { ...lan, source_port: '80' } }, ['rule.source_port']],
  [
    'firewall/filter/addRule',
    { rule: { ...lan, protocol: 'TCP', source_port: '90-80' } },
    ['rule.source_port'],
  ],
  ['firewall/filter/addRule', { rule: { ...lan, source_net: 'fd00::/8' } }, ['rule.source_net']],
  ['firewall/filter/addRule', { rule: { ...lan, icmptype: 'echoreq' } }, ['rule.icmptype']],
  ['firewall/filter/addRule', { rule: { ...lan, sequence: '0' } }, ['rule.sequence']],
  ['firewall/filter/addRule', { rule: { ...lan, 'max-pkt-rate-number': '9' } }, ['rule.max-pkt-rate-number']],
  ['firewall/category/addItem', { category: { name: 'x', color: 'red' } }, ['category.color']],
  ['firewall/group/addItem', { group: { ifname: 'ends9', members: 'lan' } }, ['group.ifname']],
  ['firewall/group/addItem', { group: { ifname: 'fine', members: 'lan,nope' } }, ['group.members']],
  ['firewall/one_to_one/addRule', { rule: { external: 'any' } }, ['rule.source_net', 'rule.external']],
  [
    'firewall/npt/addRule',
    { rule: { source_net: '10.0.0.0/8' } },
    ['rule.source_net', 'rule.destination_net'],
  ],
  ['kea/dhcpv4/addSubnet', { subnet4: { subnet: '10.88.0.0/16' } }, ['subnet4.subnet']],
  ['kea/dhcpv4/addSubnet', { subnet4: { subnet: '10.1.0.0' } }, ['subnet4.subnet']],
  ['kea/dhcpv4/addSubnet', { subnet4: { subnet: '10.1.0.0/24', pools: 'many' } }, ['subnet4.pools']],
  [
    'kea/dhcpv4/addReservation',
    { reservation: { subnet: 'nope', hw_address: '00:11' } },
    ['reservation.subnet', 'reservation.hw_address'],
  ],
  ['dnsmasq/settings/addHost', { host: { host: 'a', ip: '10.0.0.0/8' } }, ['host.ip']],
  [
    'dhcrelay/settings/addRelay',
    { relay: { interface: 'lan' } },
    ['relay.enabled', 'relay.destination', 'relay.agent_info'],
  ],
  [
    'unbound/settings/addHostOverride',
    { host: { hostname: 'a', domain: 'b', rr: 'MX' } },
    ['host.mxprio', 'host.mx'],
  ],
  [
    'unbound/settings/addHostAlias',
    { alias: { host: 'nope' } },
    ['alias.host', 'alias.hostname', 'alias.domain'],
  ],
  ['unbound/settings/addAcl', { acl: { name: 'a', networks: '10.0.0.1' } }, ['acl.networks']],
  ['unbound/settings/set', { unbound: { general: { port: '70000' } } }, ['unbound.general.port']],
  ['unbound/settings/set', { general: {} }, null],
  [
    'wireguard/client/addClient',
    { client: { name: 'a b', pubkey: '%%', tunneladdress: '10.0.0.1' } },
    ['client.name', 'client.pubkey', 'client.tunneladdress'],
  ],
  ['wireguard/server/addServer', { server: { name: 'a', pubkey: key } }, ['server.privkey']],
  [
    'ipsec/connections/addLocal',
    { local: { connection: 'nope', round: '11' } },
    ['local.connection', 'local.round'],
  ],
  [
    'ipsec/connections/addChild',
    { child: { connection: 'nope', local_ts: 'any' } },
    ['child.connection', 'child.local_ts'],
  ],
  ['openvpn/instances/add', { instance: { vpnid: '1', role: 'client' } }, ['instance.remote']],
  [
    'routing/settings/addGateway',
    { gateway_item: { name: 'a b', gateway: 'fd00::1' } },
    ['gateway_item.name', 'gateway_item.gateway'],
  ],
  ['routes/routes/addroute', { route: { network: 'fd00::/64', gateway: 'WAN_GW' } }, ['route.network']],
  ['interfaces/vlan_settings/addItem', { vlan: { if: 'igb3', tag: '30' } }, ['vlan.tag']],
  ['interfaces/lagg_settings/addItem', { lagg: { members: 'igb0' } }, ['lagg.members']],
  [
    'interfaces/vip_settings/addItem',
    { vip: { interface: 'lan', mode: 'carp' } },
    ['vip.network', 'vip.vhid'],
  ],
  ['interfaces/assignment/addItem', { interface: { if: 'igb1' } }, ['interface.if']],
  [
    'syslog/settings/addDestination',
    { destination: { transport: 'udp', hostname: 'a b' } },
    ['destination.transport', 'destination.hostname'],
  ],
  ['monit/settings/addService', { service: { name: 'a', type: 'host', timeout: '0' } }, ['service.timeout']],
  ['ids/settings/addPolicy', { policy: { action: 'alert,explode' } }, ['policy.action']],
  [
    'trafficshaper/settings/addPipe',
    { pipe: { bandwidth: '0', description: '' } },
    ['pipe.bandwidth', 'pipe.description'],
  ],
  [
    'trafficshaper/settings/addPipe',
    { pipe: { bandwidth: '1', description: 'a', codel_enable: '1', pie_enable: '1' } },
    ['pipe.codel_enable'],
  ],
  ['trafficshaper/settings/addQueue', { queue: { pipe: 'nope', description: 'a' } }, ['queue.pipe']],
  [
    'cron/settings/addJob',
    { job: { minutes: '61', command: 'ids update', description: 'a' } },
    ['job.minutes'],
  ],
  ['auth/user/add', { user: { name: 'root' } }, ['user.name']],
  ['diagnostics/ping/set', { ping: { settings: { hostname: '' } } }, ['ping.settings.hostname']],
  ['diagnostics/ping/set', {}, null],
];

t.test('the lab refuses what the product refuses, names the fields, and changes nothing', async (t) => {
  const { call, firewall } = await firewallBench(t);
  const before = JSON.stringify(firewall.state());
  for (const [path, body, fields] of cases) {
    const answer = await call('POST', `/api/${path}`, body);
    const name = `${path} ${JSON.stringify(body)}`;
    t.equal(answer.status, 200, name);
    t.equal(json(answer)['result'], 'failed', name);
    const { validations } = json(answer);
    t.same(
      validations === undefined ? null : Object.keys(Object(validations)).sort(),
      fields && [...fields].sort(),
      name,
    );
  }
  t.equal(JSON.stringify(firewall.state()), before);
  t.ok(firewall.ledger.entries().every(({ outcome }) => outcome.result === 'refused'));
});

t.test('paths, verbs and parameters that are not there are refused as the product does', async (t) => {
  const { call } = await firewallBench(t);
  const missing = { errorMessage: 'Endpoint not found' };
  for (const [method, path] of [
    ['GET', '/api/firewall/nothing/get'],
    ['GET', '/api/firewall/filter/constructor'],
    ['POST', '/api/firewall/filter/setRule'],
    ['GET', '/ui/firewall'],
    ['GET', '/api/%E0%A4%A/x/y'],
    ['POST', '/api/firewall/filter/apply/1.0'],
    ['POST', '/api/firewall/filter/cancelRollback/1.0'],
  ] as const) {
    const answer = await call(method, path);
    t.same([answer.status, answer.json], [404, missing], path);
  }
  t.same((await call('GET', '/api/firewall/filter/addRule')).json, { result: 'failed' });
  t.equal((await call('DELETE', '/api/firewall/filter/addRule')).status, 405);
  t.same((await call('POST', '/api/firewall/filter/setRule/nope', { rule: { log: '1' } })).json, {
    result: 'failed',
  });
  t.same((await call('POST', '/api/firewall/alias_util/add/x', { address: 'host.example' })).json, {
    status: 'not_an_address',
  });
  t.same((await call('POST', '/api/firewall/alias_util/add/x', {})).json, { status: 'failed' });
  t.same((await call('POST', '/api/diagnostics/ping/start/nope')).json, { status: 'failed' });
  t.equal((await call('POST', '/api/firewall/alias/addItem', 'x'.repeat(1024 * 1024 + 1))).status, 413);
  t.equal(
    (await call('GET', '/api/captiveportal/voucher/list_providers')).status,
    501,
    'not simulated, and said so',
  );
});

t.test('faults meet writes and commits alike', async (t) => {
  const { call, firewall } = await firewallBench(t);
  const made = (name: string) => call('POST', '/api/firewall/category/addItem', { category: { name } });
  firewall.faults.set({ kind: 'drop_after_read', count: 1, method: 'POST' });
  await t.rejects(made('lost'), { code: 'ECONNRESET' });
  firewall.faults.set({ kind: 'drop_before_answer', count: 1, method: 'POST' });
  await t.rejects(made('done'), { code: 'ECONNRESET' });
  firewall.faults.set({ kind: 'unauthorized', count: 1 });
  t.equal((await made('no')).status, 401);
  firewall.faults.set({ kind: 'rate_limited', count: 1 });
  t.equal((await made('no')).headers['retry-after'], '1');
  firewall.faults.set({ kind: 'half_answer', count: 1 });
  await t.rejects(made('half'), { code: 'ECONNRESET' });
  firewall.faults.set({ kind: 'hang', count: 1, method: 'POST' });
  const hung = made('never');
  while (firewall.ledger.size < 6) await call('GET', '/api/core/system/status');
  firewall.clock.advance(60_000);
  t.equal((await hung).status, 504);
  const rows = json(await call('GET', '/api/firewall/category/searchItem'))['rows'] as { name: string }[];
  t.same(
    rows.map(({ name }) => name),
    ['done', 'half'],
  );
  t.same(
    firewall.ledger.entries().map(({ outcome }) => outcome.result),
    ['not_executed', 'executed', 'refused', 'refused', 'executed', 'not_executed'],
  );
});
