import type { TransportRequest } from '@patchbay/vendor-kit';
import t from 'tap';
import { ApiClient } from '../services/exchange/api-client.ts';
import { failureOf, featureOf, labFirewall, push } from './lab-firewall.ts';

const alias = (name: string) => push('create', { name, type: 'host', address: ['10.20.0.10'] });
const path = '/api/v2/firewall/alias';

t.test('each fault of the firewall becomes its adapter error with what may have happened', async (t) => {
  const { session, lab } = await labFirewall(t, { timeoutMs: 300 });
  const cases = [
    [{ kind: 'rate_limited' }, 'adapter_rate_limit', 'refused', false],
    [{ kind: 'drop_after_read' }, 'adapter_connection_error', 'unknown', false],
    [{ kind: 'drop_before_answer' }, 'adapter_connection_error', 'unknown', true],
    [{ kind: 'half_answer' }, 'adapter_connection_error', 'unknown', true],
    [{ kind: 'hang' }, 'adapter_timeout', 'unknown', false],
    [{ kind: 'slow', delay_ms: 5_000 }, 'adapter_timeout', 'unknown', true],
  ] as const;
  for (const [index, [fault, type, outcome, isThere]] of cases.entries()) {
    const sent = lab.ledger.size;
    lab.faults.set({ ...fault, count: 1, method: 'POST', path });
    const error = await failureOf(featureOf('firewall.alias').apply(session, alias(`alias_${index}`)));
    t.match(error, { type, outcome }, fault.kind);
    t.notMatch(String((error as Error).stack), /Basic|authorization/i);
    t.equal(lab.ledger.size, sent + 1, `${fault.kind}: nothing is sent twice`);
    const names = (lab.state().saved['FirewallAlias'] ?? []).map((each) => each['name']);
    t.equal(names.includes(`alias_${index}`), isThere, fault.kind);
  }
});

t.test('a fault while reading before the write has sent nothing', async (t) => {
  const { session, lab } = await labFirewall(t, { timeoutMs: 300 });
  const rule = featureOf('firewall.rule');
  for (const [kind, type] of [
    ['drop_after_read', 'adapter_connection_error'],
    ['half_answer', 'adapter_connection_error'],
    ['hang', 'adapter_timeout'],
  ] as const) {
    lab.faults.set({ kind, count: 1, method: 'GET' });
    const error = await failureOf(rule.apply(session, push('delete', {}, '100000101')));
    t.match(error, { type, outcome: 'not_sent' }, kind);
  }
  t.equal(lab.ledger.size, 0);
});

t.test('a commit step that fails leaves a saved change, which is told as unknown', async (t) => {
  const { session, lab } = await labFirewall(t, { timeoutMs: 300 });
  const apply = '/api/v2/firewall/apply';
  const cases = [
    [{ kind: 'drop_after_read', method: 'POST', path: apply }, 'adapter_connection_error'],
    [{ kind: 'rate_limited', method: 'POST', path: apply }, 'adapter_rate_limit'],
    [{ kind: 'hang', method: 'GET', path: apply }, 'adapter_timeout'],
  ] as const;
  for (const [index, [fault, type]] of cases.entries()) {
    lab.faults.set({ ...fault, count: 1 });
    const error = await failureOf(featureOf('firewall.alias').apply(session, alias(`saved_${index}`)));
    t.match(error, { type, outcome: 'unknown', message: /saved, but perhaps not in effect/ }, fault.kind);
    const saved = (lab.state().saved['FirewallAlias'] ?? []).map((each) => each['name']);
    t.ok(saved.includes(`saved_${index}`), fault.kind);
  }
});

t.test('what the firewall refuses is told in its words and changed nothing', async (t) => {
  const { session, lab } = await labFirewall(t);
  const before = JSON.stringify(lab.state());
  const refusals = [
    ['firewall.alias', { name: 'admin_hosts', type: 'host' }, /must be unique.*FIELD_MUST_BE_UNIQUE/],
    ['interfaces.vlan', { if: 'em1', tag: 20 }, /MODEL_FIELDS_NOT_UNIQUE_TOGETHER/],
    [
      'routing.static_route',
      { network: '10.0.0.0/8', gateway: 'GONE' },
      /FOREIGN_MODEL_FIELD_VALUE_NOT_FOUND/,
    ],
    [
      'dhcp.static_mapping',
      { parent_id: 'lan', mac: 'zz', ipaddr: '192.168.1.50' },
      /MAC_ADDRESS_VALIDATOR_FAILED/,
    ],
  ] as const;
  for (const [name, payload, told] of refusals) {
    const error = await failureOf(featureOf(name).apply(session, push('create', { ...payload })));
    t.match(error, { type: 'adapter_error', outcome: 'refused', message: told }, name);
    t.notMatch(String(error), /received/i, 'what was sent is not repeated');
  }
  t.equal(JSON.stringify(lab.state()), before);
});

t.test('a model whose package is missing is refused, and no part of the reading', async (t) => {
  const { session } = await labFirewall(t, { packages: ['pfSense-pkg-WireGuard'] });
  const job = { minute: '*', hour: '*', mday: '*', month: '*', wday: '*', who: 'root', command: 'true' };
  t.match(await failureOf(featureOf('cron.job').apply(session, push('create', job))), {
    outcome: 'refused',
    message: /MODEL_MISSING_REQUIRED_PACKAGE/,
  });
  const { controller, objects } = await session.snapshot();
  t.notOk(controller.capabilities.includes('cron'));
  t.ok(controller.capabilities.includes('vpn'));
  t.notOk('cron.job' in objects);
  t.ok('vpn.wireguard_tunnel' in objects);
});

t.test('a firewall that is off was not sent anything', async (t) => {
  const { session, lab } = await labFirewall(t);
  await lab.power(false);
  t.match(await failureOf(featureOf('firewall.alias').apply(session, alias('x'))), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  await lab.power(true);
  t.match(await session.probe(), { version: '2.8.1-RELEASE' });
});

t.test('answers that are no answers of the package say what they mean', async (t) => {
  const answers: readonly (readonly [number, string, string, string])[] = [
    [200, '{"code":200,"data":', 'adapter_error', 'unknown'],
    [200, '', 'adapter_error', 'unknown'],
    [200, '<html>login</html>', 'adapter_error', 'unknown'],
    [200, '[]', 'adapter_error', 'unknown'],
    [302, '', 'adapter_error', 'refused'],
    [403, '{"code":403,"response_id":"X","message":"no"}', 'adapter_authentication_error', 'refused'],
    [404, '<html>404</html>', 'adapter_error', 'refused'],
    [500, '<html>', 'adapter_error', 'unknown'],
    [503, '{"code":503}', 'adapter_error', 'unknown'],
    [504, '', 'adapter_timeout', 'unknown'],
  ];
  for (const [status, body, type, outcome] of answers) {
    const client = new ApiClient(async () => ({ status, headers: {}, body }), {
      url: 'http://192.0.2.1',
      credential: { kind: 'key', secret: 'x' },
    });
    t.match(await failureOf(client.write('POST', path, {})), { type, outcome }, `${status} ${body}`);
    t.not(
      ((await failureOf(client.get(path))) as { outcome: string }).outcome,
      'unknown',
      'reading leaves nothing',
    );
  }
});

t.test('nothing but paths of the package are sent, and queries are escaped', async (t) => {
  const sent: TransportRequest[] = [];
  const client = new ApiClient(
    async (request) => {
      sent.push(request);
      return { status: 200, headers: {}, body: '{"code":200,"data":{}}' };
    },
    { url: 'https://192.0.2.1/ignored', credential: { kind: 'key', secret: 'x' } },
  );
  for (const bad of [
    '/api/v2/../etc',
    '/api/v2/firewall?x',
    'api/v2/a',
    '/api/v2/A',
    '/api/v2/',
    '/',
    '/api/v2/a/%2e',
  ])
    t.match(await failureOf(client.get(bad)), { outcome: 'not_sent' }, bad);
  t.same(sent, []);
  await client.get(path, { id: 'a&b=c' });
  t.equal(sent[0]?.url, 'https://192.0.2.1/api/v2/firewall/alias?id=a%26b%3Dc');
  t.throws(
    () =>
      new ApiClient(async () => Promise.reject(), { url: 'no url', credential: { kind: 'key', secret: '' } }),
  );
});
