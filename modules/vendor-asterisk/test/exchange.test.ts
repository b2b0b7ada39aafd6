import { AsteriskController } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import { AdapterError } from '@patchbay/vendor-kit';
import t, { type Test } from 'tap';
import { AriClient } from '../services/ari-client.ts';
import { ExchangeSession } from '../services/exchange-session.ts';

async function labExchange(t: Test) {
  const lab = new AsteriskController({ plain_http: true, devices: 3 });
  const { url, credentials } = await lab.start();
  t.teardown(() => lab.stop());
  const session = (secret = credentials.password) =>
    new ExchangeSession({
      client: new AriClient({
        send: nodeSend,
        target: {
          url,
          credential: { kind: 'password', username: credentials.username, secret },
          tls: { verify: true },
        },
      }),
    });
  return { lab, session };
}

const answering = (body: string, status = 200) =>
  new ExchangeSession({
    client: new AriClient({
      send: async () => ({ status, headers: {}, body }),
      target: {
        url: 'http://pbx',
        credential: { kind: 'password', username: 'a', secret: 'b' },
        tls: { verify: true },
      },
    }),
  });

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof AdapterError ? [error.type, error.outcome] : error;
};

t.test('an exchange tells its version and its phones', async (t) => {
  const { session } = await labExchange(t);
  t.match(await session().probe(), { version: '22.6.0', model: 'Asterisk' });
  t.match((await session().snapshot()).devices, [
    { external_id: 'PJSIP/100', kind: 'phone', status: 'online' },
    { external_id: 'PJSIP/101' },
    { external_id: 'PJSIP/102' },
  ]);
});

t.test('phones are what they do now', async (t) => {
  const { lab, session } = await labExchange(t);
  const states = async () => (await session().phones()).map(({ status, state }) => [status, state]);
  lab.exchange.register('102', false);
  t.same(await states(), [
    ['online', 'idle'],
    ['online', 'idle'],
    ['offline', 'idle'],
  ]);
  const call = lab.exchange.dial('100', '101');
  t.same((await states()).slice(0, 2), [
    ['online', 'dialing'],
    ['online', 'ringing'],
  ]);
  call.answer();
  t.match(await session().phones(), [
    {
      state: 'in_call',
      name: 'Reception',
      calls: [{ state: 'Up', with_number: '101', with_name: 'Workshop' }],
    },
    { state: 'in_call', calls: [{ with_number: '100' }] },
    { calls: [] },
  ]);
  call.hangUp();
  t.match(await session().phones(), [{ state: 'idle', calls: [] }, {}, {}]);
});

t.test('what goes wrong has a name', async (t) => {
  const { lab, session } = await labExchange(t);
  t.same(await failure(session('wrong').probe()), ['adapter_authentication_error', 'refused']);
  lab.faults.set({ kind: 'half_answer', count: 1 });
  t.match(await failure(session().probe()), ['adapter_connection_error']);
  await lab.power(false);
  t.same(await failure(session().phones()), ['adapter_connection_error', 'not_sent']);
  for (const body of ['', '<html>', '{"a":1}', 'null', '"x"', '[1,null,"x"]'])
    t.ok(
      [null, 'adapter_error'].includes([await failure(answering(body).phones())].flat()[0] as string),
      body,
    );
  t.same(await failure(answering('{"message":"no\\u0000"}', 404).phones()), ['adapter_not_found', 'refused']);
});
