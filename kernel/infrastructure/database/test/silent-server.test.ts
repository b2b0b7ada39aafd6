import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import t from 'tap';
import { systemPrincipal } from '../../../permissions/index.ts';
import { silentLogger } from '../../../telemetry/index.ts';
import { createPool, PostgresDatabase } from '../index.ts';

const ALPHA = '01900000-0000-7000-8000-00000000000a';

/** A database behind a server that takes connections and says nothing. */
async function silentDatabase(t: { teardown(end: () => void): void }) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
  const poolNamed = (name: string) => createPool({ url, size: 1, name, onError: () => {} });
  const [app, system] = [poolNamed('app'), poolNamed('system')];
  const database = new PostgresDatabase(app, system, silentLogger);
  return { database, app, sockets };
}

const turn = () => new Promise(setImmediate);

t.test('closing waits for no connection that is still being made', async (t) => {
  const { database, sockets } = await silentDatabase(t);
  const reading = database.read(systemPrincipal(ALPHA), async () => {}).catch((error: unknown) => error);
  while (sockets.length === 0) await turn();
  const startedMs = performance.now();
  await database.close();
  t.match(await reading, { id: 'kernel.unavailable' });
  t.ok(performance.now() - startedMs < 4_000, 'at once');
});

t.test('a connection that a silent server does not complete gives its place back', async (t) => {
  const { database, app } = await silentDatabase(t);
  t.teardown(() => database.close());
  const startedMs = performance.now();
  await t.rejects(
    database.read(systemPrincipal(ALPHA), async () => {}),
    { id: 'kernel.unavailable', message: 'The database cannot be reached right now.' },
  );
  t.ok(performance.now() - startedMs < 10_000, 'long before the end of a request');
  t.equal(app.totalCount, 0);
});
