import { metFaults } from '@patchbay/test/contract';
import { nodeSend } from '@patchbay/test/harness';
import type { DeviceError, TransportRequest } from '@patchbay/vendor-kit';
import t from 'tap';
import { ConsoleConnection } from '../services/exchange/console-connection.ts';
import { SignIns } from '../services/exchange/sign-ins.ts';
import { UnifiClient } from '../services/exchange/unifi-client.ts';
import { labConsole } from './lab-console.ts';

const tag = { method: 'POST', base: 'C', path: '/rest/tag' } as const;

async function failureOf(
  work: Promise<unknown>,
): Promise<{ type: string; outcome: string; message: string; stack?: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'outcome' in error) return error as DeviceError;
    throw error;
  }
  throw new Error('it did not fail');
}

t.test(
  'a password signs in once, for many conversations, and carries the token every write needs',
  async (t) => {
    const { open, credentials, lab } = await labConsole(t);
    const credential = {
      kind: 'password' as const,
      username: credentials.username,
      password: credentials.password,
    };
    const signIn = new SignIns().of('one');
    const [one, two] = [open({ credential, signIn }), open({ credential, signIn })];
    await Promise.all([one.probe(), two.probe(), one.list('profiles.tag')]);
    for (let index = 0; index < 8; index += 1)
      await two.access.call({ ...tag, body: { name: `tag ${index}` } });
    t.equal((await one.list('profiles.tag'))?.length, 8);
    t.equal(lab.ledger.size, 8, 'a login is no write');
  },
);

t.test('a session that is over is renewed once, and the write is executed once', async (t) => {
  const { open, credentials, lab } = await labConsole(t);
  const credential = {
    kind: 'password' as const,
    username: credentials.username,
    password: credentials.password,
  };
  const session = open({ credential });
  await session.access.call({ ...tag, body: { name: 'first' } });
  lab.endSessions();
  await session.access.call({ ...tag, body: { name: 'second' } });
  lab.faults.set({ kind: 'unauthorized', count: 1 });
  await session.access.call({ ...tag, body: { name: 'third' } });
  t.same(
    (await session.list('profiles.tag'))?.map(({ name }) => name),
    ['first', 'second', 'third'],
  );
  lab.faults.set({ kind: 'unauthorized' });
  t.match(await failureOf(session.access.call({ ...tag, body: { name: 'fourth' } })), {
    type: 'adapter_authentication_error',
  });
});

t.test('logins are budgeted below what the console counts', async (t) => {
  const { open, lab } = await labConsole(t);
  const signIn = new SignIns().of('wrong');
  const session = open({ credential: { kind: 'password', username: 'admin', password: 'wrong' }, signIn });
  for (let index = 0; index < 4; index += 1)
    t.match(await failureOf(session.probe()), { type: 'adapter_authentication_error', outcome: 'not_sent' });
  t.match(await failureOf(session.probe()), { type: 'adapter_rate_limit', outcome: 'not_sent' });
  t.equal(lab.ledger.size, 0);
});

t.test('a console that has counted too many logins is a rate limit with its time', async (t) => {
  const { open } = await labConsole(t);
  const credential = { kind: 'password', username: 'admin', password: 'wrong' } as const;
  for (let index = 0; index < 5; index += 1) await failureOf(open({ credential }).probe());
  t.match(await failureOf(open({ credential }).probe()), {
    type: 'adapter_rate_limit',
    outcome: 'not_sent',
    retry_after_seconds: 60,
  });
});

t.test('a wrong key is an authentication error', async (t) => {
  const { open } = await labConsole(t);
  t.match(await failureOf(open({ credential: { kind: 'key', key: 'wrong' } }).probe()), {
    type: 'adapter_authentication_error',
    outcome: 'refused',
  });
});

t.test('a self-hosted controller is found out by its login', async (t) => {
  const { open, credentials } = await labConsole(t, { self_hosted: true });
  const credential = {
    kind: 'password' as const,
    username: credentials.username,
    password: credentials.password,
  };
  const session = open({ credential });
  t.match(await session.probe(), { version: '10.5.66' });
  await session.access.call({ ...tag, body: { name: 'by cookie' } });
  t.equal((await session.list('profiles.tag'))?.length, 1);
  t.match(await failureOf(session.access.call({ method: 'POST', base: 'OS', path: '/api/system/reboot' })), {
    type: 'adapter_not_found',
    outcome: 'not_sent',
  });
});

t.test('HTTPS goes by the pinned certificate, and another one is never given the key', async (t) => {
  const { session, url, lab, credentials } = await labConsole(t, { https: true });
  t.match(await session.probe(), { version: '10.5.66' });
  const options = {
    url,
    credential: { kind: 'key' as const, key: credentials.api_key ?? '' },
    tls: { verify: false, fingerprint: 'AA:BB' },
  };
  const client = new UnifiClient(new ConsoleConnection(nodeSend, options, new SignIns().of('x')), undefined);
  t.match(await failureOf(client.call({ ...tag, body: { name: 'x' } })), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  t.equal(lab.ledger.size, 0);
});

t.test('each fault of the console becomes its adapter error with what may have happened', async (t) => {
  const { session, lab } = await labConsole(t, { timeoutMs: 300 });
  await session.access.call({ ...tag, body: { name: 'before' } });
  for (const [fault, type, outcome] of metFaults) {
    lab.faults.set({ ...fault, count: 1, method: 'POST' });
    const error = await failureOf(session.access.call({ ...tag, body: { name: fault.kind } }));
    t.match(error, { type, outcome }, fault.kind);
    t.notMatch(error.message + String(error.stack), /x-api-key|TOKEN=/i);
  }
  t.equal(lab.ledger.size, 1 + metFaults.length, 'nothing is sent twice');
});

t.test('whatever fails before the write leaves it unsent', async (t) => {
  const { open, lab } = await labConsole(t, { timeoutMs: 300 });
  for (const kind of ['hang', 'drop_after_read', 'half_answer'] as const) {
    lab.faults.set({ kind, count: 1, method: 'GET' });
    t.match(
      await failureOf(open().access.call({ ...tag, body: { name: 'x' } })),
      { outcome: 'not_sent' },
      kind,
    );
  }
  await lab.power(false);
  t.match(await failureOf(open().access.call({ ...tag, body: { name: 'x' } })), {
    type: 'adapter_connection_error',
    outcome: 'not_sent',
  });
  t.equal(lab.ledger.size, 0);
});

t.test('answers of every kind are told for what they are', async (t) => {
  const answers: readonly (readonly [number, string, string, string])[] = [
    [200, '{"meta":{"rc":"error","msg":"api.err.ObjectReferredBy"},"data":[]}', 'adapter_error', 'refused'],
    [
      200,
      '{"meta":{"rc":"error","msg":"api.err.NoPermission"},"data":[]}',
      'adapter_authentication_error',
      'refused',
    ],
    [400, '{"meta":{"rc":"error","msg":"api.err.IdInvalid"},"data":[]}', 'adapter_not_found', 'refused'],
    [200, '{"meta":', 'adapter_error', 'unknown'],
    [200, '[]', 'adapter_error', 'unknown'],
    [200, '', 'adapter_error', 'unknown'],
    [404, '<html>', 'adapter_not_found', 'refused'],
    [500, '<html>', 'adapter_error', 'unknown'],
    [504, '', 'adapter_timeout', 'unknown'],
    [403, '{"error":{"code":403,"message":"Forbidden"}}', 'adapter_authentication_error', 'refused'],
  ];
  for (const [status, body, type, outcome] of answers) {
    const signIn = new SignIns().of('x');
    signIn.keepSite('[null,null]', { id: null, reference: 'default', name: 'Default' });
    const send = async () => ({ status, headers: {}, cookies: [], body });
    const options = { url: 'https://192.0.2.1', credential: { kind: 'key' as const, key: 'k' } };
    const client = new UnifiClient(new ConsoleConnection(send, options, signIn), undefined);
    t.match(await failureOf(client.call({ ...tag, body: {} })), { type, outcome }, `${status} ${body}`);
  }
});

t.test('the refused field of a classic write is named', async (t) => {
  const { session } = await labConsole(t);
  const wrong = {
    method: 'POST',
    base: 'C',
    path: '/rest/usergroup',
    body: { name: 'x', qos_rate_max_up: 1 },
  } as const;
  t.match(await failureOf(session.access.call(wrong)), {
    type: 'adapter_error',
    outcome: 'refused',
    message: 'the console refused: api.err.InvalidPayload: qos_rate_max_up',
  });
});

t.test('nothing but ids can become part of a path', async (t) => {
  const sent: TransportRequest[] = [];
  const { known } = await import('./lab-console.ts');
  const signIn = new SignIns().of('x');
  signIn.keepSite('[null,null]', {
    id: '0199aa00-0000-7000-8000-000000000001',
    reference: 'default',
    name: 'Default',
  });
  const send = async (request: TransportRequest) => {
    sent.push(request);
    return { status: 200, headers: {}, cookies: [], body: '{}' };
  };
  const options = { url: 'https://192.0.2.1/ignored', credential: { kind: 'key' as const, key: 'k' } };
  const client = new UnifiClient(new ConsoleConnection(send, options, signIn), undefined);
  for (const target_id of ['../x', '', '1', 'a/b', '6650a1b2c3d4e5f6000000zz']) {
    for (const feature of ['network.vlan', 'wifi.wlan', 'system.device_restart', 'raw.setting']) {
      const push = { attempt_id: '', operation: 'update' as const, target_id, payload: {} };
      t.match(await failureOf(known.get(feature)?.apply(client, push) ?? Promise.resolve()), {
        outcome: 'not_sent',
      });
    }
  }
  t.same(sent, []);
});
