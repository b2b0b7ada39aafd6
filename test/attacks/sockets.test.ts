import { connect, type Socket } from 'node:net';
import t from 'tap';
import { StreamReader } from '../demo/stream.ts';
import { bootPlatform, waitFor } from '../harness/index.ts';

/** As cheap as a socket can be opened: the handshake as bytes. Resolves when it is answered or refused. */
function openSilently({ hostname, port }: URL, silent: Socket[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.66.0.1' });
  silent.push(socket);
  socket.once('data', () => resolve());
  socket.once('error', () => resolve());
  socket.once('close', () => resolve());
  socket.write(
    `GET /api/v1/ws HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2lsZW50IGFuZCBtYW55IQ==\r\n\r\n',
  );
  return promise;
}

t.test('clients that never say who they are do not shut out those who do', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const url = new URL(harness.url);
  const silent: Socket[] = [];
  t.teardown(() => {
    for (const socket of silent) socket.destroy();
  });
  for (let round = 0; round < 51; round += 1)
    await Promise.all(Array.from({ length: 100 }, () => openSilently(url, silent)));
  const reader = new StreamReader(harness.url, owner.token);
  t.teardown(() => reader.close());
  const greeted = await waitFor('the greeting', () =>
    reader.frames.find(({ type }) => type === 'connected'),
  ).then(
    () => true,
    () => false,
  );
  t.ok(
    greeted,
    `${silent.filter((socket) => socket.readyState === 'open').length} silent sockets of one address are open`,
  );
});
