import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { ManualClock } from '../../../telemetry/index.ts';
import { failureOf, get, httpPeer, makeOutbound, rawPeer } from './peer.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const kept = (port: number, more: Parameters<typeof get>[1] = {}) =>
  get(`http://127.0.0.1:${port}/`, { keepAlive: true, ...more });

/** Answers each request on a connection by the next of these texts. */
const answering =
  (...texts: readonly string[]) =>
  (socket: Socket): void => {
    let place = 0;
    socket.on('data', () => {
      socket.write(texts[place] ?? OK);
      place += 1;
    });
  };

t.test('an answer that was not asked for is never taken for that of the next request', async (t) => {
  const unasked = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil';
  const hostile = {
    'a second answer in the same packet': answering(OK + unasked),
    'bytes after the declared length': answering(`${OK}evil`),
    'an answer while the connection is idle': (socket: Socket) =>
      void socket.once('data', () => {
        socket.write(OK);
        setTimeout(() => socket.writable && socket.write(unasked), 20);
        socket.on('data', () => socket.write(OK));
      }),
  };
  for (const [name, handle] of Object.entries(hostile)) {
    const outbound = makeOutbound(t);
    const peer = await rawPeer(t, handle);
    const answered: boolean[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answer = await outbound.send(kept(peer.port)).catch((failure: { code: string }) => failure);
      if ('body' in answer) t.equal(answer.body, 'ok', `${name}, request ${round}`);
      else t.match(answer.code, /^(ECONNRESET|EPROTO)$/, `${name}, request ${round}`);
      answered.push('body' in answer);
      await new Promise((resolve) => setTimeout(resolve, 30));
      // After both timers were due at once the bytes of one are read before the next request is sent.
      await new Promise((resolve) => setImmediate(resolve));
    }
    t.ok(answered.includes(true), `${name}: some are answered`);
  }
});

t.test(
  'garbage, too long a header, a contradicted length and a change of protocol are failures',
  async (t) => {
    const outbound = makeOutbound(t);
    const answers = {
      'no HTTP': 'SSH-2.0-OpenSSH\r\n',
      'a header of 50,000 characters': `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(50_000)}\r\n\r\n`,
      'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok!',
      'a length and chunks':
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
      'another protocol': 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    };
    for (const [name, text] of Object.entries(answers)) {
      const peer = await rawPeer(t, answering(text));
      t.match(await failureOf(outbound.send(kept(peer.port))), { sent: true }, name);
      await failureOf(outbound.send(kept(peer.port)));
      t.equal(peer.connections(), 2, `${name}: the connection is not used again`);
    }
  },
);

t.test('a reset, an end midway and silence are told, and what was sent stays unknown', async (t) => {
  const outbound = makeOutbound(t);
  const reset = await rawPeer(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));
  const half = await rawPeer(t, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
  );
  const silent = await rawPeer(t, () => {});
  const post = { method: 'POST', body: 'x' } as const;
  for (const peer of [reset, half])
    t.match(await failureOf(outbound.send(kept(peer.port, post))), { code: 'ECONNRESET', sent: true });
  const impatient = { ...post, timeoutMs: 1_000 };
  t.match(await failureOf(outbound.send(kept(silent.port, impatient))), { code: 'ETIMEDOUT', sent: true });
  t.same([reset.connections(), half.connections(), silent.connections()], [1, 1, 1], 'none was sent twice');
});

t.test('informational answers are passed over, and without end they end with the deadline', async (t) => {
  const outbound = makeOutbound(t);
  const hinting = await rawPeer(t, answering(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}`));
  t.match(await outbound.send(kept(hinting.port)), { status: 200, body: 'ok' });
  const endless = await rawPeer(t, (socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  });
  const failure = await failureOf(outbound.send(kept(endless.port, { timeoutMs: 300 })));
  t.match(failure.code, /^(ETIMEDOUT|EPROTO)$/);
});

t.test('a destination that says 100 unasked has a connection for each request from then on', async (t) => {
  const outbound = makeOutbound(t);
  const peer = await rawPeer(t, (socket) =>
    socket.on('data', () => socket.end(`HTTP/1.1 100 Continue\r\n\r\n${OK}`)),
  );
  const post = kept(peer.port, { method: 'POST', body: 'x' });
  t.match(await failureOf(outbound.send(post)), { code: 'ECONNRESET', sent: true });
  for (let round = 0; round < 2; round += 1) t.match(await outbound.send(post), { status: 200, body: 'ok' });
  t.equal(peer.connections(), 3);
});

t.test(
  'a fenced write is refused on a kept connection, and a fence that fell ends a kept read',
  async (t) => {
    const outbound = makeOutbound(t);
    const peer = await rawPeer(t, answering(OK));
    const write = kept(peer.port, { method: 'POST', body: 'x', mayBegin: () => true });
    await t.rejects(outbound.send(write), { message: /fenced write/ });
    const late = kept(peer.port, { mayBegin: () => false });
    t.match(await failureOf(outbound.send(late)), { code: 'ECANCELED', sent: false });
    t.equal((await outbound.send(kept(peer.port))).status, 200);
    t.equal(peer.connections(), 2, 'the connection of the refused read was closed');
  },
);

t.test(
  'more than was allowed is cut off, unfolded or not, and its connection is not used again',
  async (t) => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
    const peer = await httpPeer(t, (request, response) => {
      if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      else response.end('x'.repeat(500_000));
    });
    const outbound = makeOutbound(t);
    for (const [place, path] of ['bomb', 'long'].entries()) {
      const url = `http://127.0.0.1:${peer.port}/${path}`;
      const reply = await outbound.send(get(url, { keepAlive: true, maxBytes: 1_000 }));
      t.match([reply.bytes.length, reply.truncated], [1_000, true], path);
      t.equal(peer.connections(), place + 1);
    }
  },
);

t.test('a connection that its peer may have closed meanwhile carries no write', async (t) => {
  const clock = new ManualClock();
  const outbound = makeOutbound(t, {}, clock);
  const peer = await rawPeer(t, answering(OK, OK));
  const post = kept(peer.port, { method: 'POST', body: 'x' });
  await outbound.send(post);
  clock.advance(500);
  await outbound.send(post);
  t.equal(peer.connections(), 1);
  clock.advance(1_000);
  t.match(await outbound.send(post), { status: 200 });
  t.equal(peer.connections(), 2, 'after a pause that servers do not wait for');
});
