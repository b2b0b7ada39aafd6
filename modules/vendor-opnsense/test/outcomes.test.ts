import { metFaults } from '@patchbay/test/contract';
import { nodeSend } from '@patchbay/test/harness';
import { AdapterError, type TransportAnswer, type TransportRequest } from '@patchbay/vendor-kit';
import t from 'tap';
import { ApiClient } from '../services/exchange/api-client.ts';
import { FirewallSession } from '../services/exchange/firewall-session.ts';
import { copyOf, failureOf, featureOf, features, labFirewall, push } from './lab-firewall.ts';

const category = push('create', { name: 'servers' });
const alias = push('create', { name: 'web', type: 'host', content: '10.0.0.1' });

t.test(
  'what the firewall refuses with status 200 is refused, in its words, and changed nothing',
  async (t) => {
    const { session, firewall } = await labFirewall(t);
    const before = firewall.state()['saved'];
    const bad = push('create', { name: 'bad name', type: 'host' });
    t.match(await failureOf(featureOf('firewall.alias').apply(session, bad)), {
      type: 'adapter_error',
      outcome: 'refused',
      message: /alias\.name: The name must start with a letter/,
    });
    const unknown = '00000000-0000-4000-8000-000000000000';
    t.match(await failureOf(featureOf('firewall.rule').apply(session, push('delete', {}, unknown))), {
      type: 'adapter_not_found',
      outcome: 'refused',
    });
    t.same(firewall.state()['saved'], before);
    t.same(
      firewall.ledger.entries().map(({ outcome }) => outcome.result),
      ['refused', 'refused'],
      'the ledger calls them refused, whatever their status',
    );
    const entries = firewall.ledger.size;
    t.match(
      await failureOf(featureOf('firewall.rule').apply(session, push('update', { log: '1' }, unknown))),
      {
        type: 'adapter_not_found',
        outcome: 'not_sent',
      },
    );
    t.equal(
      firewall.ledger.size,
      entries,
      'an update of what is not there is not sent, since it might create it',
    );
  },
);

t.test('an object in use is refused with its users named', async (t) => {
  const { session } = await labFirewall(t);
  const { target_id } = await featureOf('firewall.alias').apply(session, alias);
  const rule = push('create', { interface: 'lan', destination_net: 'web', description: 'to the web' });
  await featureOf('firewall.rule').apply(session, rule);
  t.match(await failureOf(featureOf('firewall.alias').apply(session, push('delete', {}, target_id))), {
    type: 'adapter_error',
    outcome: 'refused',
    message: /to the web/,
  });
});

t.test('each fault of a save becomes its adapter error with what may have happened', async (t) => {
  const { session, firewall } = await labFirewall(t, { timeoutMs: 200 });
  const path = '/api/firewall/category/addItem';
  for (const [index, [fault, type, outcome]] of metFaults.entries()) {
    firewall.faults.set({ ...fault, path, count: 1 });
    const made = push('create', { name: `servers${index}` });
    const error = await failureOf(featureOf('firewall.category').apply(session, made));
    t.match(error, { type, outcome }, fault.kind);
    t.notMatch(String(error) + (error as Error).stack, /Basic |authorization/i);
  }
  t.equal(firewall.ledger.size, metFaults.length, 'nothing is sent twice');
});

t.test('after a save, a commit that fails in any way leaves the outcome unknown', async (t) => {
  const { session, firewall } = await labFirewall(t);
  const path = '/api/firewall/alias/reconfigure';
  for (const kind of ['unauthorized', 'rate_limited', 'drop_after_read', 'drop_before_answer'] as const) {
    firewall.faults.set({ kind, path, count: 1 });
    const made = push('create', { name: `web_${kind}`, type: 'host' });
    const error = await failureOf(featureOf('firewall.alias').apply(session, made));
    t.match(error, { outcome: 'unknown', message: /saved as .*, but not taken into service/ }, kind);
  }
  t.equal(copyOf(firewall, 'saved')['OPNsense/Firewall/Alias#aliases.alias']?.length, 6);
});

t.test('a firewall that is off was sent nothing, and is spoken to again when it is on', async (t) => {
  const { session, firewall } = await labFirewall(t);
  await firewall.power(false);
  t.match(await failureOf(featureOf('firewall.category').apply(session, category)), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  await firewall.power(true);
  t.match(await featureOf('firewall.category').apply(session, category), { target_id: /^[0-9a-f-]{36}$/ });
});

t.test('a key without rights, a wrong key and no key are told apart from nothing else', async (t) => {
  const reader = { key: 'reader', secret: 'looks only' };
  const { session, url } = await labFirewall(t, { reader });
  t.equal((await session.probe()).version, '26.7.2');
  const as = (key: string, secret: string) =>
    new FirewallSession(new ApiClient(nodeSend, { url, key, secret }), features);
  t.equal((await as(reader.key, reader.secret).probe()).version, '26.7.2');
  const writing = featureOf('firewall.category').apply(as(reader.key, reader.secret), category);
  t.match(await failureOf(writing), {
    type: 'adapter_authentication_error',
    outcome: 'refused',
    status: 403,
  });
  t.match(await failureOf(as('nobody', 'x').probe()), { type: 'adapter_authentication_error', status: 401 });
});

t.test(
  'over TLS a pinned certificate is taken, and another is refused before anything is sent',
  async (t) => {
    const { session, url, firewall } = await labFirewall(t, { https: true });
    t.equal((await session.probe()).name, 'opnsense.lab.internal');
    const tls = { verify: false, fingerprint: 'AB:CD' };
    const other = new FirewallSession(new ApiClient(nodeSend, { url, key: 'a', secret: 'b', tls }), features);
    t.match(await failureOf(featureOf('firewall.category').apply(other, category)), { outcome: 'not_sent' });
    t.equal(firewall.ledger.size, 0);
  },
);

const answering = (answer: Partial<TransportAnswer>, sent: TransportRequest[] = []): FirewallSession => {
  const send = async (request: TransportRequest): Promise<TransportAnswer> => {
    sent.push(request);
    return { status: 200, headers: {}, body: '{}', ...answer };
  };
  return new FirewallSession(
    new ApiClient(send, { url: 'https://192.0.2.1/ignored', key: 'a', secret: 'b' }),
    features,
  );
};

t.test('answers that are no success say what they mean', async (t) => {
  const cases: readonly (readonly [Partial<TransportAnswer>, string, string])[] = [
    [{ status: 302, body: '' }, 'adapter_authentication_error', 'refused'],
    [
      { status: 403, body: '{"status":403,"message":"Forbidden"}' },
      'adapter_authentication_error',
      'refused',
    ],
    [{ status: 404, body: '{"errorMessage":"Endpoint not found"}' }, 'adapter_not_found', 'refused'],
    [{ status: 500, body: '{"errorMessage":"x","errorTitle":"Item in use by"}' }, 'adapter_error', 'refused'],
    [
      { status: 500, body: '{"errorMessage":"x","errorTitle":"An API exception occurred"}' },
      'adapter_error',
      'unknown',
    ],
    [{ status: 502, body: '<html>' }, 'adapter_error', 'unknown'],
    [{ status: 504, body: '' }, 'adapter_timeout', 'unknown'],
    [{ body: '<html>sign in' }, 'adapter_error', 'unknown'],
    [{ body: '"text"' }, 'adapter_error', 'unknown'],
    [{ body: '{"result":"sa', headers: { 'content-length': '40' } }, 'adapter_error', 'unknown'],
    [{ body: '{"result":"failed"}' }, 'adapter_error', 'refused'],
    [{ body: '[]' }, 'adapter_error', 'refused'],
  ];
  for (const [answer, type, outcome] of cases) {
    const error = await failureOf(featureOf('firewall.category').apply(answering(answer), category));
    t.match(error, { type, outcome }, JSON.stringify(answer));
  }
});

t.test('nothing but commands and ids can become part of a path', async (t) => {
  const sent: TransportRequest[] = [];
  const session = answering({ body: '{"result":"deleted","status":"ok"}' }, sent);
  for (const id of ['../x', 'a/b', '', 'a?b', 'a b', '%2e%2e', '.'])
    t.match(
      await failureOf(featureOf('firewall.category').apply(session, push('delete', {}, id))),
      { outcome: 'not_sent' },
      id,
    );
  for (const id of ['unbound/../x', 'a/b/c', '/x'])
    t.match(await failureOf(featureOf('services.control').apply(session, push('update', {}, id))), {
      outcome: 'not_sent',
    });
  t.same(sent, []);
  await featureOf('services.control').apply(session, push('update', {}, 'openvpn/1'));
  t.equal(sent[0]?.url, 'https://192.0.2.1/api/core/service/restart/openvpn/1');
});

t.test('exchanges pass the guard, and its refusal is what the caller sees', async (t) => {
  const refusal = new AdapterError('adapter_rate_limit', 'not_sent', 'busy');
  const client = new ApiClient(nodeSend, { url: 'http://127.0.0.1:1', key: 'a', secret: 'b' });
  const session = new FirewallSession(client, features, { guard: () => Promise.reject(refusal) });
  await t.rejects(session.probe(), refusal);
  await t.rejects(session.list('firewall.rule'), refusal);
  await t.rejects(featureOf('firewall.category').apply(session, category), refusal);
  t.equal(await session.list('firewall.no_such'), null);
});

t.test('a page the key may not see is no failed sign-in for the gate', async (t) => {
  let failures = 0;
  const guard = async <T>(exchange: () => Promise<T>): Promise<T> => {
    try {
      return await exchange();
    } catch (error) {
      failures += 1;
      throw error;
    }
  };
  const client = new ApiClient(
    async () => ({ status: 403, headers: {}, body: '{"status":403,"message":"Forbidden"}' }),
    { url: 'https://192.0.2.1', key: 'a', secret: 'b' },
  );
  const session = new FirewallSession(client, features, { guard });
  t.match(await failureOf(session.list('dhcp.subnet4')), {
    type: 'adapter_authentication_error',
    outcome: 'refused',
  });
  t.equal(failures, 0);
});
