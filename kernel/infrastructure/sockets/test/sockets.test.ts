import { once } from 'node:events';
import { connect as tcp } from 'node:net';
import t from 'tap';
import { WebSocket } from 'ws';
import { defineError } from '../../../errors/index.ts';
import { defineSocket } from '../index.ts';
import { assemble, ID } from './support/assembly.ts';

const opened = (ws: WebSocket) => (ws.readyState === WebSocket.OPEN ? undefined : once(ws, 'open'));

t.test('a client proves itself by first frame, cookie or token parameter', async (t) => {
  const { signedIn, connect, sockets } = await assemble(t);
  t.match((await signedIn('ada')).frames[0], { type: 'connected', user: 'ada' });
  t.match(await connect('/api/v1/ws', { cookie: 'svc_access=bob' }).frame(), { user: 'bob' });
  t.match(await connect('/api/v1/ws/?token=cy').frame(), { user: 'cy' });
  t.same(sockets.stats(), { connections: 3, pending: 0 });
});

t.test('frames sent together with auth are not lost, and handled in order', async (t) => {
  const { connect } = await assemble(t);
  const client = connect();
  await opened(client.ws);
  client.send({ type: 'auth', token: 'ada' });
  for (const n of [1, 2, 3]) client.send({ n });
  await client.frame(4);
  t.same(
    client.frames.slice(1),
    [1, 2, 3].map((n) => ({ type: 'echo', frame: { n } })),
  );
});

t.test('a cookie that is no good leaves the first frame as second chance', async (t) => {
  const { connect } = await assemble(t);
  const client = connect('/api/v1/ws', { cookie: 'svc_access=bad' });
  await opened(client.ws);
  client.send({ type: 'auth', token: 'ada' });
  t.match(await client.frame(), { user: 'ada' });
});

t.test('an auth frame beside a cookie that was good is passed over', async (t) => {
  const { connect } = await assemble(t);
  const client = connect('/api/v1/ws', { cookie: 'svc_access=ada' });
  await opened(client.ws);
  client.send({ type: 'auth', token: 'ada' });
  client.send({ n: 1 });
  t.same(await client.frame(2), { type: 'echo', frame: { n: 1 } });
});

t.test('a bad token, an API key and a wrong first frame are closed with 1008', async (t) => {
  const { connect, signedIn } = await assemble(t);
  t.equal((await (await signedIn('bad')).close())?.code, 1008);
  t.equal((await (await signedIn('key')).close())?.code, 1008);
  t.equal((await connect('/api/v1/ws?token=bad').close())?.code, 1008);
  t.equal((await connect('/api/v1/ws', { 'x-api-key': 'k' }).close())?.code, 1008);
  const client = connect();
  await opened(client.ws);
  client.send({ type: 'subscribe' });
  t.same(await client.close(), { code: 1008, reason: 'the first frame must be auth' });
});

t.test('a client that does not say who it is in time is closed with 1008', async (t) => {
  const { connect } = await assemble(t, { authenticationMs: 20 });
  t.same(await connect().close(), { code: 1008, reason: 'not authenticated in time' });
});

t.test('authentication that fails for another reason closes with 1013', async (t) => {
  const { signedIn } = await assemble(t);
  t.equal((await (await signedIn('broken')).close())?.code, 1013);
});

t.test('browsers come from allowed origins only', async (t) => {
  const { connect, port } = await assemble(t);
  const from = (origin: string) => connect('/api/v1/ws', { origin, cookie: 'svc_access=ada' });
  t.same(await from('https://evil.example').close(), { code: 1008, reason: 'origin not allowed' });
  t.equal((await from('null').close())?.code, 1008);
  t.match(await from('https://console.example.com').frame(), { type: 'connected' });
  t.match(await from(`http://127.0.0.1:${port}`).frame(), { type: 'connected' });
});

t.test('with BASE_URL set only that origin is our own', async (t) => {
  const { connect, port } = await assemble(t, {}, { BASE_URL: 'https://net.example.com/' });
  const from = (origin: string) => connect('/api/v1/ws', { origin, cookie: 'svc_access=ada' });
  t.match(await from('https://net.example.com').frame(), { type: 'connected' });
  t.equal((await from(`http://127.0.0.1:${port}`).close())?.code, 1008);
});

t.test('agents come with id and key, and count one by one', async (t) => {
  const { connect } = await assemble(t, { connectionsPerUser: 1 });
  const as = (id: string, key: string) =>
    connect(`/api/v1/agents/ws/${ID}`, { 'x-agent-id': id, 'x-agent-key': key });
  t.match(await as('one', 'agent-key').frame(), { type: 'connected', params: { agent_id: ID } });
  t.match(await as('two', 'agent-key').frame(), { type: 'connected' });
  t.equal((await as('one', 'agent-key').close())?.code, 1013);
  t.equal((await as('three', 'bad').close())?.code, 1008);
  t.equal((await connect(`/api/v1/agents/ws/${ID}`).close())?.code, 1008);
});

t.test('connections per user and in all are limited, excess closes with 1013', async (t) => {
  const { signedIn, connect } = await assemble(t, { connectionsPerUser: 2, connections: 3 });
  const first = await signedIn('ada');
  await signedIn('ada');
  t.equal((await (await signedIn('ada')).close())?.code, 1013);
  await signedIn('bob');
  t.equal((await connect().close())?.code, 1013);
  first.ws.close();
  await first.close();
  t.match((await signedIn('ada')).frames[0], { type: 'connected' });
});

t.test('more than five messages in a second close with 1013, five do not', async (t) => {
  const { signedIn, clock } = await assemble(t);
  const client = await signedIn('ada');
  for (let n = 0; n < 5; n += 1) client.send({ n });
  await client.frame(6);
  clock.advance(1_000);
  for (let n = 0; n < 6; n += 1) client.send({ n });
  t.same(await client.close(), { code: 1013, reason: 'too many messages' });
});

t.test('a frame that is too large, binary, no JSON or too deep does no harm', async (t) => {
  const { signedIn, clock } = await assemble(t);
  const client = await signedIn('ada');
  client.ws.send(Buffer.from([1, 2, 3]));
  client.ws.send('{');
  client.ws.send('5');
  client.ws.send('['.repeat(30_000) + ']'.repeat(30_000));
  await client.frame(5);
  for (const frame of client.frames.slice(1)) t.match(frame, { type: 'error', message: /JSON/ });
  clock.advance(1_000);
  client.ws.send('x'.repeat(65_537));
  t.equal((await client.close())?.code, 1009);
});

t.test('what a session throws is told if it is declared, else hidden', async (t) => {
  const denied = defineError({ id: 'test.denied', kind: 'forbidden', message: 'No.', type: 'DENIED' });
  const thrower = defineSocket({
    id: 'test.thrower',
    path: '/thrower',
    summary: 'Throws',
    authentication: 'user',
    open: () => ({
      message: (frame: unknown) => {
        throw (frame as { declared?: boolean }).declared ? denied() : new Error('secret');
      },
      closed: () => {},
    }),
  });
  const { connect } = await assemble(t, {}, {}, [thrower]);
  const client = connect('/api/v1/thrower?token=ada');
  await opened(client.ws);
  client.send({ declared: true });
  client.send({});
  await client.frame(2);
  t.same(client.frames, [
    { type: 'error', message: 'No.', code: 'DENIED' },
    { type: 'error', message: 'Internal server error.' },
  ]);
});

t.test('a client that answers no ping is cut', async (t) => {
  const { signedIn, clock, sockets } = await assemble(t);
  const client = await signedIn('ada');
  let pings = 0;
  client.ws.on('ping', () => {
    pings += 1;
  });
  clock.advance(30_000);
  await once(client.ws, 'ping');
  clock.advance(10_000);
  t.equal(client.closed, undefined);
  t.ok(pings >= 1);
  client.ws.pause();
  const poll = setInterval(() => clock.advance(30_000), 5);
  while (sockets.stats().connections > 0) await new Promise((resolve) => setImmediate(resolve));
  clearInterval(poll);
  t.equal(sockets.stats().connections, 0);
});

t.test('a slow reader loses frames, hears how many, and is closed with 1013', async (t) => {
  const { signedIn, connections } = await assemble(t, { bufferedBytes: 200_000 });
  const client = await signedIn('ada');
  const [connection] = connections;
  client.ws.pause();
  const text = JSON.stringify({ type: 'event', payload: 'x'.repeat(50_000) });
  let sent = 0;
  while (sent < 2_000 && (connection?.bufferedBytes ?? 0) < 160_000) {
    connection?.sendText(text);
    sent += 1;
    if (sent % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  for (let n = 0; n < 20; n += 1) connection?.sendText(text);
  t.ok((connection?.bufferedBytes ?? 0) <= 250_000);
  client.ws.resume();
  t.same(await client.close(), { code: 1013, reason: 'reads too slowly' });
  const last = client.frames.at(-1) as { type: string; count: number };
  t.equal(last.type, 'dropped');
  t.ok(last.count >= 10);
});

t.test('switching the module off closes its sockets and hides their paths', async (t) => {
  const assembly = await assemble(t);
  const client = await assembly.signedIn('ada');
  assembly.state = 'disabled';
  t.equal((await client.close())?.code, 1013);
  const refused = assembly.connect();
  const [, response] = await once(refused.ws, 'unexpected-response');
  t.equal(response.statusCode, 404);
  refused.ws.terminate();
});

t.test('shutdown tells clients with 1001 and refuses new ones', async (t) => {
  const { signedIn, connect, sockets } = await assemble(t);
  const [one, two] = [await signedIn('ada'), connect()];
  await opened(two.ws);
  await sockets.close();
  t.equal((await one.close())?.code, 1001);
  t.equal((await two.close())?.code, 1001);
  t.same(sockets.stats(), { connections: 0, pending: 0 });
  await sockets.close();
});

t.test('no upgrade, however broken, ends the process', async (t) => {
  const { port, signedIn } = await assemble(t);
  const lines = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const raw = (target: string, headers: readonly string[]) =>
    new Promise<string>((resolve) => {
      const socket = tcp(port, '127.0.0.1', () => {
        socket.write(`GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      });
      let text = '';
      socket.on('data', (data) => {
        text += data;
        socket.destroy();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
  for (const target of ['//', '//api/v1/ws', '/', '*', '/%', '/api/v1/ws%00', 'http://[', '/api/v1/../v1/ws'])
    t.match(await raw(target, [...lines, key]), /^HTTP\/1.1 (404|400) /, target);
  t.match(await raw('/api/v1/agents/ws/nonsense', [...lines, key]), /^HTTP\/1.1 400 /);
  t.match(await raw('/api/v1/ws', lines), /^HTTP\/1.1 400 /, 'no key');
  t.match(
    await raw('/api/v1/ws', [...lines.slice(0, 3), key, 'Sec-WebSocket-Version: 99']),
    /^HTTP\/1.1 4\d\d /,
  );
  const hasty = tcp(port, '127.0.0.1');
  hasty.on('error', () => {});
  hasty.write(`GET /nowhere HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  hasty.resetAndDestroy();
  t.match((await signedIn('ada')).frames[0], { type: 'connected' });
});
