import t from 'tap';
import { WebSocket } from 'ws';
import { assemble, type Client } from './support/assembly.ts';

const opened = (client: Client): Promise<void> =>
  client.until(() => client.ws.readyState === WebSocket.OPEN || client.closed !== undefined);

t.test(
  'clients that have not said who they are have bounds of their own, excess closes with 1013',
  async (t) => {
    const { connect, signedIn, sockets } = await assemble(
      t,
      { pendingPerAddress: 2, pending: 3 },
      { TRUSTED_PROXIES: '127.0.0.0/8' },
    );
    const from = (address: string) => connect('/api/v1/ws', { 'x-forwarded-for': address });
    const silent = [from('203.0.113.1'), from('203.0.113.1')];
    for (const client of silent) await opened(client);
    const refused = { code: 1013, reason: 'too many connections' };
    t.same(await from('203.0.113.1').close(), refused, 'the third of one address');
    const ada = await signedIn('ada');
    t.match(ada.frames[0], { type: 'connected' }, 'another address is served');
    await opened(from('203.0.113.2'));
    t.same(await from('203.0.113.3').close(), refused, 'the fourth in all');
    t.same(sockets.stats(), { connections: 1, pending: 3 });
    silent[0]?.ws.close();
    await silent[0]?.close();
    t.match((await signedIn('bob')).frames[0], { type: 'connected' });
  },
);

t.test('who has not said who they are takes no place of those who have', async (t) => {
  const { connect, signedIn } = await assemble(t, { connections: 2 });
  const silent = [connect(), connect(), connect()];
  for (const client of silent) await opened(client);
  t.match((await signedIn('ada')).frames[0], { type: 'connected' });
  t.match((await signedIn('bob')).frames[0], { type: 'connected' });
  silent[0]?.send({ type: 'auth', token: 'cy' });
  t.same(await silent[0]?.close(), { code: 1013, reason: 'too many connections' });
});

t.test('a frame that waited is asked about again when authority has been read', async (t) => {
  const { signedIn, users, connections } = await assemble(t, { sweepMs: 60_000 });
  const client = await signedIn('ada');
  const [connection] = connections;
  const forViewers = () => connection?.principal.role === 'viewer';
  connection?.sendText('{"n":1}', () => t.fail('nothing has to be read again') ?? false);
  users.role = 'guest';
  users.epoch += 1;
  connection?.sendText('{"n":2}', forViewers);
  connection?.sendText('{"n":3}', () => true);
  await client.frame(4);
  t.same(client.frames.slice(1), [{ n: 1 }, { n: 3 }, { type: 'refreshed', role: 'guest' }]);
});
