import t, { type Test } from 'tap';
import { OpenWrtController, type OpenWrtOptions } from '../controllers/openwrt/controller.ts';
import { exchange } from './support/bench.ts';

const nobody = '0'.repeat(32);

async function bench(t: Test, options: OpenWrtOptions = {}) {
  const device = new OpenWrtController({ plain_http: true, devices: 6, reboot_ms: 60_000, ...options });
  const endpoint = await device.start();
  t.teardown(() => device.stop());
  const post = (body: unknown) => exchange(`${endpoint.url}/ubus`, 'POST', body);
  const call = async (session: string, object: string, method: string, given: object = {}) => {
    const params = [session, object, method, given];
    const { json } = await post({ jsonrpc: '2.0', id: 7, method: 'call', params });
    const { result, error } = json as {
      result?: [number, Record<string, unknown>?];
      error?: { code: number };
    };
    return result ?? [error?.code ?? 0];
  };
  const login = async (): Promise<string> => {
    const [, data] = await call(nobody, 'session', 'login', endpoint.credentials);
    return String(data?.['ubus_rpc_session']);
  };
  return { device, endpoint, post, call, login };
}

t.test('without a login hardly anything answers; a login ends when it is not used', async (t) => {
  const { device, call, login } = await bench(t);
  t.same(await call(nobody, 'uci', 'configs'), [-32_002]);
  t.equal((await call(nobody, 'luci', 'getFeatures'))[0], 0);
  const session = await login();
  device.clock.advance(299_000);
  t.equal((await call(session, 'system', 'board'))[0], 0, 'every use renews it');
  device.clock.advance(299_000);
  t.equal((await call(session, 'system', 'board'))[0], 0);
  device.clock.advance(301_000);
  t.same(await call(session, 'system', 'board'), [-32_002]);
});

t.test('what rpcd refuses is refused, what it takes is taken', async (t) => {
  const { call, login } = await bench(t);
  const session = await login();
  const uci = async (method: string, given: object) => (await call(session, 'uci', method, given))[0];
  t.equal(await uci('add', { config: 'firewall', type: 'no-such-type', values: { nonsense: 'x' } }), 0);
  t.equal(await uci('add', { config: 'firewall', type: 'two words' }), 2);
  t.equal(await uci('add', { config: 'firewall', type: 'rule', name: 'a-b' }), 2);
  t.equal(await uci('add', { config: 'nosuch', type: 'rule' }), 4);
  t.equal(await uci('set', { config: 'firewall', section: '@zone[0]', values: { 'bad-option': 'x' } }), 2);
  t.equal(await uci('set', { config: 'firewall', section: '@zone[9]', values: { input: 'DROP' } }), 4);
  t.equal(await uci('set', { config: 'firewall', section: '@zone[-1]', values: { input: 'DROP' } }), 0);
  t.equal(await uci('set', { config: 'firewall', section: 5, values: {} }), 2, 'wrong type of an argument');
  t.equal(await uci('get', { config: 'firewall', unheard_of: true }), 0, 'an unknown one is ignored');
  t.equal(await uci('rename', { config: 'network', section: 'wan6', name: 'not ok' }), 2);
  t.same(await call(session, 'uci', 'get', { config: 'network', ubus_rpc_session: session }), [-32_602]);
  t.same(await call(session, 'no.such', 'get'), [-32_000]);
  t.same(await call(session, 'hostapd.wlan9', 'get_clients'), [-32_000]);
  t.same(await call(session, 'dhcp', 'add_lease'), [8], 'not simulated, and says so');
});

t.test(
  'the running copy changes by apply, the file by commit alone, and staged steps for nobody else',
  async (t) => {
    const { device, call, login } = await bench(t);
    const [session, other] = [await login(), await login()];
    const hostname = (sections: ReturnType<typeof device.running>) => sections[0]?.options['hostname'];
    const set = { config: 'system', section: '@system[0]', values: { hostname: 'new' } };
    await call(session, 'uci', 'set', set);
    t.equal(hostname(device.saved('system')), 'lab-ap');
    t.same((await call(other, 'uci', 'changes', {}))[1], { changes: {} });
    await call(session, 'uci', 'commit', { config: 'system' });
    t.equal(hostname(device.saved('system')), 'new');
    t.equal(hostname(device.running('system')), 'lab-ap', 'nothing was reloaded');
    await call(session, 'uci', 'set', { ...set, values: { hostname: 'newer' } });
    t.same(await call(session, 'uci', 'apply', { rollback: false }), [0]);
    t.equal(hostname(device.running('system')), 'newer');
  },
);

t.test('an apply without rollback takes the net away from one that waits', async (t) => {
  const { device, call, login } = await bench(t);
  const [session, other] = [await login(), await login()];
  await call(session, 'uci', 'set', { config: 'system', section: 'ntp', values: { enabled: false } });
  await call(session, 'uci', 'apply', { rollback: true, timeout: 30 });
  await call(other, 'uci', 'set', { config: 'system', section: 'led_lan', values: { trigger: 'none' } });
  t.same(await call(other, 'uci', 'apply', { rollback: true }), [6]);
  t.same(await call(other, 'uci', 'apply', { rollback: false }), [0]);
  device.clock.advance(60_000);
  t.equal(
    device.running('system').find(({ name }) => name === 'ntp')?.options['enabled'],
    '0',
    'never taken back',
  );
});

t.test('a batch is answered as one, and its writes stand in the ledger once', async (t) => {
  const { device, post, login } = await bench(t);
  const session = await login();
  const entry = (id: number, ...params: readonly unknown[]) => ({
    jsonrpc: '2.0',
    id,
    method: 'call',
    params: [session, ...params],
  });
  const size = device.ledger.size;
  const answer = await post([
    entry(1, 'system', 'board', {}),
    entry(2, 'uci', 'set', { config: 'system', section: 'ntp', values: { enabled: '0' } }),
    entry(3, 'uci', 'revert', { config: 'nosuch' }),
  ]);
  t.match(answer.json, [
    { id: 1, result: [0] },
    { id: 2, result: [0] },
    { id: 3, result: [4] },
  ]);
  t.match(device.ledger.entries(size), [
    { method: 'POST', path: '/ubus', outcome: { result: 'refused', status: 200 } },
  ]);
});

t.test('other paths, other verbs and long bodies meet the web server', async (t) => {
  const { endpoint, post } = await bench(t);
  t.equal((await fetch(`${endpoint.url}/ubus`)).status, 400);
  t.equal((await fetch(`${endpoint.url}/cgi-bin/luci`)).status, 404);
  t.match((await post('x'.repeat(70_000))).json, { error: { code: -32_700 } });
  t.match((await post({ jsonrpc: '1.0', method: 'call' })).json, { error: { code: -32_600 } });
  const upload = await fetch(`${endpoint.url}/cgi-bin/cgi-upload`, { method: 'POST', body: new FormData() });
  t.equal(upload.status, 403);
});

t.test('faults answer in the product shape', async (t) => {
  const { device, call, login } = await bench(t);
  const session = await login();
  device.faults.set({ kind: 'unauthorized', count: 1 });
  t.same(await call(session, 'system', 'board'), [-32_002]);
  device.faults.set({ kind: 'hang', count: 1 });
  const hung = call(session, 'rc', 'init', { name: 'cron', action: 'stop' });
  while (device.ledger.size === 0) await call(session, 'system', 'board');
  device.clock.advance(60_000);
  t.same(await hung, [-32_003]);
  t.match(device.ledger.entries().at(-1), { outcome: { result: 'not_executed', fault: 'hang' } });
});

t.test('ten thousand stations and leases are behind it when asked for', async (t) => {
  const { call, login } = await bench(t, { devices: 10_000, version: '23.05.5' });
  const session = await login();
  const [, leases] = await call(session, 'luci-rpc', 'getDHCPLeases');
  const found = leases?.['dhcp_leases'];
  t.equal(Array.isArray(found) ? found.length : 0, 10_000);
  const [, board] = await call(session, 'system', 'board');
  t.match(board, { release: { version: '23.05.5' } });
});
