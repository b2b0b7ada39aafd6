import { nodeSend } from '@patchbay/test/harness';
import t from 'tap';
import { SessionPool } from '../services/exchange/session-pool.ts';
import { UbusClient } from '../services/exchange/ubus-client.ts';
import { UciWriter } from '../services/writes/uci-writer.ts';
import { failureOf, featureOf, labDevice, push } from './lab-device.ts';

const logins = (calls: readonly string[]) => calls.filter((name) => name === 'session.login').length;

t.test('reads share one login; a session the device forgot is replaced once', async (t) => {
  const { device, session, calls } = await labDevice(t);
  await Promise.all([session.probe(), session.list('firewall.rule'), session.snapshot()]);
  t.equal(logins(calls), 1);
  device.endSessions();
  t.ok(((await session.list('firewall.rule')) ?? []).length > 0);
  t.equal(logins(calls), 2);
  device.faults.set({ kind: 'unauthorized', count: 1 });
  await session.probe();
  t.equal(logins(calls), 3);
  device.faults.set({ kind: 'unauthorized' });
  t.match(await failureOf(session.probe()), { type: 'adapter_authentication_error' });
  t.equal(logins(calls), 4, 'and no more than once');
});

t.test('each write has a login of its own, and leaves none behind', async (t) => {
  const { session, calls } = await labDevice(t);
  await session.probe();
  calls.length = 0;
  await featureOf('dns.domain').apply(session, push('create', { name: 'a.lan', ip: '192.168.1.9' }));
  t.same(calls, ['uci.get', 'session.login', 'uci.add', 'uci.apply', 'uci.confirm', 'session.destroy']);
});

t.test('two writes at once do not mix: each is applied by itself', async (t) => {
  const { device, another } = await labDevice(t);
  const feature = featureOf('dns.domain');
  const writes = Array.from({ length: 4 }, (_, index) => {
    const sent = {
      ...push('create', { name: `host${index}.lan`, ip: `192.168.1.${index + 10}` }),
      attempt_id: `a-${index}`,
    };
    return feature.apply(another(), sent);
  });
  await Promise.all(writes);
  const domains = device.running('dhcp').filter(({ type }) => type === 'domain');
  t.equal(new Set(domains.map(({ options }) => options['name'])).size, 4);
});

t.test('while somebody else has an apply unconfirmed a write waits a little, then is refused', async (t) => {
  const { device, client } = await labDevice(t);
  const other = await client.login();
  await client.call(other, 'uci', 'set', {
    config: 'system',
    section: '@system[0]',
    values: { hostname: 'x' },
  });
  await client.call(other, 'uci', 'apply', { rollback: true, timeout: 90 });
  const given = { config: 'dhcp', type: 'domain', name: 'a', values: { name: 'a.lan', ip: '192.0.2.1' } };
  let waited = 0;
  const patient = new UciWriter(client, async (ms) => {
    waited += ms;
  });
  t.match(await failureOf(patient.write({ method: 'add', given })), {
    type: 'adapter_error',
    outcome: 'refused',
    message: /another apply/,
  });
  t.ok(waited > 5_000 && waited < 10_000);
  t.notOk(device.running('dhcp').some(({ type }) => type === 'domain'));
  const luckier = new UciWriter(client, async () => {
    await client.call(other, 'uci', 'confirm').catch(() => undefined);
  });
  await luckier.write({ method: 'add', given });
  t.ok(device.running('dhcp').some(({ type }) => type === 'domain'));
});

t.test('a wrong password is told as such, a pinned certificate lets the right device in only', async (t) => {
  const { options, fingerprint, session } = await labDevice(t, { https: true });
  t.match(await session.probe(), { model: /access point/ });
  const wrong = new UbusClient(nodeSend, { ...options, password: 'nonsense' });
  t.match(await failureOf(wrong.login()), { type: 'adapter_authentication_error', outcome: 'refused' });
  const pinned = { verify: false, fingerprint: `00${fingerprint?.slice(2)}` };
  const elsewhere = new UbusClient(nodeSend, { ...options, tls: pinned });
  t.match(await failureOf(elsewhere.login()), { type: 'adapter_connection_error', outcome: 'not_sent' });
});

t.test('kept sessions run out, are bounded, and a failed login is not kept', async (t) => {
  let now = 0;
  let made = 0;
  const pool = new SessionPool(() => now);
  const login = async () => {
    made += 1;
    return String(made);
  };
  t.equal(await pool.take('a', login), '1');
  t.equal(await pool.take('a', login), '1');
  now = 300_000;
  t.equal(await pool.take('a', login), '2');
  pool.drop('a', '1');
  t.equal(await pool.take('a', login), '2', 'an old one forgotten late takes no newer one along');
  await t.rejects(pool.take('b', async () => Promise.reject(new Error('refused'))));
  t.equal(await pool.take('b', login), '3');
  for (let index = 0; index < 5_001; index += 1) await pool.take(`many ${index}`, login);
  t.equal(await pool.take('a', async () => 'new'), 'new', 'the oldest made room');
});

t.test('every call passes the guard, and its refusal is what the caller sees', async (t) => {
  const { options } = await labDevice(t);
  let passed = 0;
  const guard = <T>(exchange: () => Promise<T>): Promise<T> => {
    passed += 1;
    return exchange();
  };
  const client = new UbusClient(nodeSend, { ...options, guard });
  await client.call(await client.login(), 'system', 'board');
  t.equal(passed, 2);
});
