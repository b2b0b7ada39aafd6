import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { UbusClient } from '../services/exchange/ubus-client.ts';
import { failureOf, featureOf, labDevice, push } from './lab-device.ts';

const host = { name: 'printer', ip: '192.168.1.20' };
const create = () => push('create', { ...host });
const feature = featureOf('dhcp.host');

t.test('each fault before the apply becomes its adapter error, and nothing stands', async (t) => {
  const { device, another } = await labDevice(t, { timeoutMs: 300 });
  const before = JSON.stringify(device.running('dhcp'));
  const cases = [
    [{ kind: 'unauthorized' }, 'adapter_authentication_error'],
    [{ kind: 'rate_limited' }, 'adapter_rate_limit'],
    [{ kind: 'drop_after_read' }, 'adapter_connection_error'],
    [{ kind: 'drop_before_answer' }, 'adapter_connection_error'],
    [{ kind: 'half_answer' }, 'adapter_connection_error'],
    [{ kind: 'hang' }, 'adapter_timeout'],
    [{ kind: 'slow', delay_ms: 5_000 }, 'adapter_timeout'],
  ] as const;
  for (const [fault, type] of cases) {
    device.faults.clear();
    device.faults.set({ ...fault, path: '/ubus' });
    const error = await failureOf(feature.apply(another(), create()));
    t.match(error, { type, outcome: /^(not_sent|refused)$/ }, fault.kind);
    t.ok(error instanceof AdapterError);
    t.notMatch(String(error), /password|[0-9a-f]{32}/i, 'tells no sign-in');
  }
  device.faults.clear();
  t.equal(JSON.stringify(device.running('dhcp')), before);
});

t.test('a device that is off was not sent anything', async (t) => {
  const { device, session } = await labDevice(t);
  await session.probe();
  await device.power(false);
  t.match(await failureOf(feature.apply(session, create())), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  await device.power(true);
  t.match(await session.probe(), { name: 'lab-ap' });
});

/** Lets a fault meet the nth call of a name from now on. */
function cutting(
  lab: Awaited<ReturnType<typeof labDevice>>,
  name: string,
  kind: 'drop_after_read' | 'drop_before_answer',
) {
  const { calls, device } = lab;
  const add = calls.push.bind(calls);
  calls.push = (...names) => {
    if (names.includes(name)) {
      calls.push = add;
      device.faults.set({ kind, count: 1 });
    }
    return add(...names);
  };
}

t.test('an apply whose answer is lost is taken back by the device, and told as not done', async (t) => {
  for (const kind of ['drop_after_read', 'drop_before_answer'] as const) {
    const lab = await labDevice(t);
    const before = JSON.stringify(lab.device.running('dhcp'));
    cutting(lab, 'uci.apply', kind);
    const error = await failureOf(feature.apply(lab.session, create()));
    t.match(error, { type: 'adapter_connection_error', outcome: 'not_sent' }, kind);
    t.ok(lab.calls.includes('uci.rollback'), kind);
    t.equal(JSON.stringify(lab.device.running('dhcp')), before, kind);
    t.equal(JSON.stringify(lab.device.saved('dhcp')), before, kind);
    const again = push('create', { ...host });
    const seen = await feature.verify?.(lab.session, again, await feature.apply(lab.session, again));
    t.equal(seen?.holds, true, 'nothing waits any more');
  }
});

t.test('a confirmation whose answer is lost is asked for again', async (t) => {
  for (const kind of ['drop_after_read', 'drop_before_answer'] as const) {
    const lab = await labDevice(t);
    cutting(lab, 'uci.confirm', kind);
    const sent = create();
    const seen = await feature.verify?.(lab.session, sent, await feature.apply(lab.session, sent));
    t.equal(seen?.holds, true, kind);
    lab.device.clock.advance(60_000);
    t.equal(
      (await feature.verify?.(lab.session, sent, { target_id: String(seen?.value?.['.id']) }))?.holds,
      true,
      'it stays',
    );
  }
});

t.test(
  'a device that vanishes between apply and confirmation leaves an unknown outcome, and goes back',
  async (t) => {
    const lab = await labDevice(t, { timeoutMs: 300 });
    const before = JSON.stringify(lab.device.running('dhcp'));
    const add = lab.calls.push.bind(lab.calls);
    lab.calls.push = (...names) => {
      if (names.includes('uci.confirm')) void lab.device.power(false);
      return add(...names);
    };
    t.match(await failureOf(feature.apply(lab.session, create())), { outcome: 'unknown' });
    t.not(JSON.stringify(lab.device.running('dhcp')), before, 'it stands for now');
    lab.device.clock.advance(30_000);
    t.equal(JSON.stringify(lab.device.running('dhcp')), before);
  },
);

t.test('a call that acts at once and whose answer is lost is unknown; refused, it is refused', async (t) => {
  const lab = await labDevice(t);
  await lab.session.probe();
  const control = featureOf('services.control');
  const restart = push('update', { name: 'dnsmasq', action: 'restart' });
  lab.device.faults.set({ kind: 'drop_before_answer', count: 1 });
  t.match(await failureOf(control.apply(lab.session, restart)), {
    type: 'adapter_connection_error',
    outcome: 'unknown',
  });
  t.match(await failureOf(control.apply(lab.session, push('update', { name: 'nobody', action: 'stop' }))), {
    type: 'adapter_not_found',
    outcome: 'refused',
  });
  const gone = push('update', { name: 'x' }, 'no_such_section');
  t.match(await failureOf(feature.apply(lab.session, gone)), {
    type: 'adapter_not_found',
    outcome: 'refused',
  });
  t.match(
    await failureOf(feature.apply(lab.session, push('create', { '.name': 'lan', ip: '192.168.1.9' }))),
    {
      type: 'adapter_error',
      outcome: 'refused',
      message: /already/,
    },
  );
  cutting(lab, 'file.write', 'drop_before_answer');
  t.match(await failureOf(featureOf('cron.jobs').apply(lab.session, push('update', { data: 'x\n' }))), {
    outcome: 'unknown',
  });
});

t.test('statuses and errors that no lab gives are told as what they mean', async (t) => {
  const cases: readonly (readonly [number, string, string, string])[] = [
    [200, '{"jsonrpc":"2.0","id":1,"result":[7]}', 'adapter_timeout', 'unknown'],
    [200, '{"jsonrpc":"2.0","id":1,"result":[9]}', 'adapter_error', 'unknown'],
    [200, '{"jsonrpc":"2.0","id":1,"result":[42]}', 'adapter_error', 'unknown'],
    [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32003}}', 'adapter_timeout', 'unknown'],
    [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000}}', 'adapter_not_found', 'refused'],
    [200, '{"jsonrpc":"2.0","id":1}', 'adapter_error', 'unknown'],
    [200, '{"jsonrpc":', 'adapter_error', 'unknown'],
    [200, '[]', 'adapter_error', 'unknown'],
    [404, '<h1>', 'adapter_error', 'refused'],
    [401, '', 'adapter_authentication_error', 'refused'],
    [500, '', 'adapter_error', 'unknown'],
    [504, '', 'adapter_timeout', 'unknown'],
  ];
  for (const [status, body, type, outcome] of cases) {
    const send = async () => ({ status, headers: {}, body });
    const client = new UbusClient(send, { url: 'https://192.0.2.1', username: 'root', password: 'x' });
    t.match(await failureOf(client.call('0', 'rc', 'init')), { type, outcome }, `${status} ${body}`);
    t.match(await failureOf(client.call('0', '../x', 'init')), { outcome: 'not_sent' });
  }
  t.throws(
    () =>
      new UbusClient(async () => Promise.reject(new Error()), { url: 'ftp://x', username: '', password: '' }),
  );
});
