import { metFaults } from '@patchbay/test/contract';
import { nodeSend } from '@patchbay/test/harness';
import { DeviceError, type TransportRequest } from '@patchbay/vendor-kit';
import t from 'tap';
import { RouterOsClient } from '../services/exchange/router-os-client.ts';
import { labRouter } from './lab-router.ts';

const vlan = { interface: 'bridge', 'vlan-id': 99, name: 'vlan99' };

async function failureOf(work: Promise<unknown>): Promise<DeviceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DeviceError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

t.test(
  'objects are created, read, changed, listed and removed over HTTPS with a pinned certificate',
  async (t) => {
    const { client } = await labRouter(t, { https: true });
    const made = await client.create('/interface/vlan', vlan);
    const id = made['.id'] ?? '';
    t.match({ ...made }, { name: 'vlan99', 'vlan-id': '99', disabled: 'false' });
    t.match({ ...(await client.get('/interface/vlan', id)) }, { name: 'vlan99' });
    t.match({ ...(await client.set('/interface/vlan', id, { disabled: true })) }, { disabled: 'true' });
    const named = await client.print('/interface/vlan', { where: { name: 'vlan99' }, proplist: ['.id'] });
    t.same(
      named.map((row) => ({ ...row })),
      [{ '.id': id }],
    );
    const stack = await client.print('/interface', {
      stack: ['type=bridge', 'type=vlan', '#|'],
      proplist: ['type'],
    });
    t.same(new Set(stack.map((row) => row['type'])), new Set(['bridge', 'vlan']));
    await client.remove('/interface/vlan', id);
    t.match(await failureOf(client.get('/interface/vlan', id)), {
      type: 'adapter_not_found',
      outcome: 'refused',
      status: 404,
    });
  },
);

t.test('another certificate than the pinned one is never given the credentials', async (t) => {
  const { router, url } = await labRouter(t, { https: true });
  const tls = { verify: false, fingerprint: 'AA:BB' };
  const client = new RouterOsClient(nodeSend, { url, username: 'admin', password: 'x', tls });
  t.match(await failureOf(client.create('/interface/vlan', vlan)), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  t.equal(router.ledger.size, 0);
});

t.test('commands give rows, one returned value, or nothing', async (t) => {
  const { client } = await labRouter(t);
  t.same(await client.command('/ip/dns/set', { servers: '203.0.113.54' }), { rows: [], ret: null });
  t.match((await client.command('/export')).ret, /\/interface vlan/);
  t.equal((await client.command('/ping', { address: '192.168.88.1', count: 2 })).rows.length, 2);
  t.match((await client.print('/ip/dns'))[0]?.['servers'], '203.0.113.54');
});

t.test('what the router refuses is an error with its words and changed nothing', async (t) => {
  const { client, router } = await labRouter(t);
  const refused = await failureOf(client.create('/interface/vlan', { ...vlan, 'vlan-id': 5000 }));
  t.match(refused, {
    type: 'adapter_error',
    outcome: 'refused',
    status: 400,
    detail: 'value of vlan-id out of range (1..4094)',
  });
  const absent = await failureOf(client.command('/ip/address/remove', { '.id': '*FFFF' }));
  t.match(absent, { type: 'adapter_not_found', outcome: 'refused' });
  t.same(
    router.ledger.entries().map((entry) => entry.outcome.result),
    ['refused', 'refused'],
  );
});

t.test('each fault of the router becomes its adapter error with what may have happened', async (t) => {
  const { client, router } = await labRouter(t, { timeoutMs: 200 });
  for (const [index, [fault, type, outcome]] of metFaults.entries()) {
    router.faults.set({ ...fault, count: 1 });
    const error = await failureOf(
      client.create('/interface/vlan', { interface: 'bridge', 'vlan-id': 200 + index }),
    );
    t.match(error, { type, outcome }, fault.kind);
    t.notMatch(error.message + String(error.stack), /Basic|authorization/i);
  }
  t.equal(router.ledger.size, metFaults.length, 'nothing is sent twice');
});

t.test('a rate limit carries how long to wait', async (t) => {
  const { client, router } = await labRouter(t);
  router.faults.set({ kind: 'rate_limited', count: 1 });
  t.equal((await failureOf(client.print('/interface'))).retry_after_seconds, 1);
});

t.test('an endless command that the router ends is a timeout with unknown outcome', async (t) => {
  const { client, router } = await labRouter(t);
  const endless = failureOf(client.command('/tool/bandwidth-test', { address: '192.168.88.2' }));
  while (router.ledger.size === 0) await client.print('/system/identity');
  router.clock.advance(60_000);
  t.match(await endless, { type: 'adapter_timeout', outcome: 'unknown', detail: 'Session closed' });
});

t.test('a router that is off was not sent anything', async (t) => {
  const { client, router } = await labRouter(t);
  await router.power(false);
  t.match(await failureOf(client.create('/interface/vlan', vlan)), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  await router.power(true);
  t.equal((await client.print('/system/identity')).length, 1);
});

t.test('nothing but menus and ids can become part of a path', async (t) => {
  const sent: TransportRequest[] = [];
  const client = new RouterOsClient(
    async (request) => {
      sent.push(request);
      return { status: 200, headers: {}, body: '[]' };
    },
    { url: 'https://192.0.2.1/ignored', username: 'a', password: 'b' },
  );
  for (const menu of [
    '/ip/../user',
    '/ip?x',
    'ip/address',
    '/ip/address/',
    '',
    '/IP',
    '/ip//address',
    '/ip/%2e',
  ]) {
    t.match(await failureOf(client.print(menu)), { type: 'adapter_error', outcome: 'not_sent' }, menu);
  }
  for (const id of ['1', '*G', '../x', '', '*1/x']) {
    t.match(await failureOf(client.remove('/ip/address', id)), { outcome: 'not_sent' }, id);
  }
  t.same(sent, []);
  await client.print('/ip/address', { where: { 'a&b': 'c=d' } });
  t.equal(sent[0]?.url, 'https://192.0.2.1/rest/ip/address?a%26b=c%3Dd');
});

t.test(
  'a success that cannot be read leaves the outcome unknown, other statuses say what they mean',
  async (t) => {
    const answers: readonly (readonly [number, Record<string, string>, string, string, string])[] = [
      [201, {}, '{"name":', 'adapter_error', 'unknown'],
      [201, {}, '', 'adapter_error', 'unknown'],
      [201, {}, '"text"', 'adapter_error', 'unknown'],
      [201, { 'content-length': '99' }, '{}', 'adapter_error', 'unknown'],
      [500, {}, '<html>', 'adapter_error', 'unknown'],
      [500, {}, '{"detail":"not enough permissions (9)"}', 'adapter_authentication_error', 'refused'],
      [403, {}, '', 'adapter_authentication_error', 'refused'],
      [302, {}, '', 'adapter_error', 'refused'],
      [504, {}, '', 'adapter_timeout', 'unknown'],
    ];
    for (const [status, headers, body, type, outcome] of answers) {
      const client = new RouterOsClient(async () => ({ status, headers, body }), {
        url: 'http://192.0.2.1',
        username: 'a',
        password: 'b',
      });
      t.match(
        await failureOf(client.create('/ip/address', {})),
        { type, outcome, status },
        `${status} ${body}`,
      );
    }
  },
);
