import t from 'tap';
import { WebSocket } from 'ws';
import { StreamReader } from '../demo/stream.ts';
import { bootPlatform, waitFor } from '../harness/index.ts';

t.test('clients that never say who they are do not shut out those who do', { timeout: 60_000 }, async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const url = `${harness.url.replace(/^http/, 'ws')}/api/v1/ws`;
  const silent: WebSocket[] = [];
  t.teardown(() => {
    for (const socket of silent) socket.terminate();
  });
  for (let round = 0; round < 51; round += 1)
    await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise<void>((resolve) => {
            const socket = new WebSocket(url, { localAddress: '127.66.0.1' });
            silent.push(socket);
            socket.once('open', () => resolve());
            socket.once('error', () => resolve());
          }),
      ),
    );
  const reader = new StreamReader(harness.url, owner.token);
  t.teardown(() => reader.close());
  const greeted = await waitFor(
    'the greeting',
    () => reader.frames.find(({ type }) => type === 'connected'),
    {
      timeoutMs: 3_000,
    },
  ).then(
    () => true,
    () => false,
  );
  t.ok(
    greeted,
    `${silent.filter((socket) => socket.readyState === WebSocket.OPEN).length} silent sockets of one address are open`,
  );
});
