import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import Type from 'typebox';
import { route } from '../index.ts';
import { assemble } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';
import { raw } from './support/raw-request.ts';

const open = { public: 'a test' } as const;
const all = [
  bareRoute('bare', { method: 'POST' }),
  bareRoute('query'),
  bareRoute('echo', { method: 'POST', body: Type.Unknown() }),
];

t.test('what is hardly HTTP is answered in the envelope and hung up on', async (t) => {
  const { call, port } = await assemble(t, all);
  t.match(await raw(port, 'NONSENSE\r\n\r\n'), /^HTTP\/1.1 400 [\s\S]*nosniff[\s\S]*"code":400/);
  t.match(
    await raw(port, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`),
    /^HTTP\/1.1 431 /,
  );
  const both = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n';
  t.match(
    await raw(port, `POST /api/v1/bare HTTP/1.1\r\nHost: x\r\n${both}\r\n0\r\n\r\n`),
    /^HTTP\/1.1 400 /,
  );
  const twice = 'Authorization: Bearer viewer\r\nAuthorization: Bearer operator\r\n';
  t.match(
    await raw(port, `GET /api/v1/query HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${twice}\r\n`),
    /^HTTP\/1.1 400 /,
  );
  const upgrade = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n';
  t.match(
    await raw(port, `GET /api/v1/query HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`),
    /^HTTP\/1.1 200 /,
    'h2c is passed over',
  );
  for (const target of ['//', '*', '/%', '/api/v1/query%', '/api/v1/%2e%2e/query', 'http://x/api/v1/query'])
    t.match(
      await raw(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1.1 (404|400|200) /,
      target,
    );
  t.equal((await call('/query')).status, 200);
});

t.test('a client that leaves in the middle of its body does no harm', async (t) => {
  const { call, port } = await assemble(t, all);
  for (const encoding of ['identity', 'gzip']) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: 100\r\n\r\n{"a`,
    );
    await once(socket, 'connect');
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  t.equal((await call('/query')).status, 200);
});

t.test('a request that runs too long is 504, and its signal ends', async (t) => {
  let ended = false;
  const slow = route({
    id: 'test.slow',
    method: 'GET',
    path: '/slow',
    summary: 'Never ends by itself',
    access: open,
    handle: ({ request }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => {
          ended = true;
          resolve({});
        });
      }),
  });
  const { call, clock } = await assemble(t, [slow], { requestDeadlineMs: 1_000 });
  const answer = call('/slow');
  const push = setInterval(() => clock.advance(500), 20);
  t.equal((await answer).status, 504);
  clearInterval(push);
  t.ok(ended);
});

t.test('closing lets a running request end and takes no new one', async (t) => {
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: finish } = Promise.withResolvers<void>();
  const slow = route({
    id: 'test.waiting',
    method: 'GET',
    path: '/waiting',
    summary: 'Waits',
    access: open,
    handle: async () => {
      begin();
      await released;
      return { ok: true };
    },
  });
  const { http, call } = await assemble(t, [slow]);
  const answer = call('/waiting');
  await started;
  const closed = http.close();
  await t.rejects(call('/waiting'));
  finish();
  t.same((await answer).json, { ok: true });
  await closed;
});
