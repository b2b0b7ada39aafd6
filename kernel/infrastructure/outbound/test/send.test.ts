import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { outboundBusy } from '../index.ts';
import { failureOf, get, httpPeer, makeOutbound, rawPeer } from './peer.ts';

t.test('method, path, headers and body arrive; status, headers and body come back', async (t) => {
  const peer = await httpPeer(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-answer': 'yes' });
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
    });
  });
  const outbound = makeOutbound(t, { 'device.example.com': ['127.0.0.1'] });
  const reply = await outbound.send(
    get(`http://device.example.com:${peer.port}/a%2Fb?c=d#e`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Key': 'k' },
      body: '{"ä":1}',
    }),
  );
  t.match(reply, {
    status: 201,
    truncated: false,
    headers: { 'set-cookie': ['a=1', 'b=2'], 'x-answer': 'yes' },
  });
  t.match(JSON.parse(reply.body), {
    method: 'POST',
    url: '/a%2Fb?c=d',
    headers: {
      host: `device.example.com:${peer.port}`,
      'content-type': 'application/json',
      'content-length': '8',
      'x-key': 'k',
      connection: 'close',
    },
    body: '{"ä":1}',
  });
});

t.test('a redirect is an answer and is not followed', async (t) => {
  const inner = await httpPeer(t, (_request, response) => response.end('inner'));
  const peer = await httpPeer(t, (_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end();
  });
  const reply = await makeOutbound(t).send(get(`http://127.0.0.1:${peer.port}/`));
  t.match(reply, { status: 302, headers: { location: `http://127.0.0.1:${inner.port}/` }, body: '' });
  t.equal(inner.connections(), 0);
});

t.test('gzip, both kinds of deflate, brotli and a stack of them are decoded', async (t) => {
  const text = 'decoded '.repeat(1_000);
  const encoders: Record<string, (input: Buffer) => Buffer> = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    'deflate, gzip': (input) => gzipSync(deflateSync(input)),
    identity: (input) => input,
  };
  const peer = await httpPeer(t, (request, response) => {
    const encoding = decodeURIComponent((request.url ?? '').slice(1));
    const raw = encoding === 'raw';
    response.writeHead(200, { 'content-encoding': raw ? 'deflate' : encoding });
    response.end(raw ? deflateRawSync(text) : encoders[encoding]?.(Buffer.from(text)));
  });
  const outbound = makeOutbound(t);
  for (const encoding of [...Object.keys(encoders), 'raw']) {
    const reply = await outbound.send(get(`http://127.0.0.1:${peer.port}/${encodeURIComponent(encoding)}`));
    t.equal(reply.body, text, encoding);
    t.notOk(reply.truncated);
  }
});

t.test('an answer without content may still name an encoding', async (t) => {
  const peer = await httpPeer(t, (request, response) => {
    response.writeHead(request.url === '/204' ? 204 : 200, { 'content-encoding': 'gzip' }).end();
  });
  const outbound = makeOutbound(t);
  t.match(await outbound.send(get(`http://127.0.0.1:${peer.port}/204`)), { status: 204, body: '' });
  t.match(await outbound.send(get(`http://127.0.0.1:${peer.port}/`)), { status: 200, body: '' });
  t.match(await outbound.send(get(`http://127.0.0.1:${peer.port}/`, { method: 'HEAD' })), {
    status: 200,
    body: '',
  });
});

t.test('bombs and endless answers are cut at the limit', async (t) => {
  const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
  const peer = await httpPeer(t, (request, response) => {
    if (request.url === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      return;
    }
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    };
    response.on('drain', more);
    more();
  });
  const outbound = makeOutbound(t);
  for (const path of ['bomb', 'endless']) {
    const reply = await outbound.send(get(`http://127.0.0.1:${peer.port}/${path}`, { maxBytes: 1_000 }));
    t.equal(reply.bytes.length, 1_000, path);
    t.ok(reply.truncated);
  }
  const exact = await httpPeer(t, (_request, response) => response.end('x'.repeat(1_000)));
  t.match(await outbound.send(get(`http://127.0.0.1:${exact.port}/`, { maxBytes: 1_000 })), {
    truncated: false,
  });
});

t.test('broken and unknown encodings, garbage and oversized headers are failures', async (t) => {
  const peer = await httpPeer(t, (request, response) => {
    response.writeHead(200, {
      'content-encoding': request.url === '/gzip' ? 'gzip' : 'gzip, gzip, gzip, gzip',
    });
    response.end('not compressed at all');
  });
  const outbound = makeOutbound(t);
  for (const path of ['gzip', 'stack'])
    t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${peer.port}/${path}`))), {
      code: 'EENCODING',
      sent: true,
    });
  const garbage = await rawPeer(t, (socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${garbage.port}/`))), {
    code: 'EPROTO',
    sent: true,
  });
  const headers = await rawPeer(t, (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(50_000)}\r\n\r\n`),
  );
  t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${headers.port}/`))), {
    code: 'EPROTO',
    sent: true,
  });
  const upgrade = await rawPeer(t, (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  );
  t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${upgrade.port}/`))), { sent: true });
});

t.test('failures say whether the request may have reached the peer', async (t) => {
  const outbound = makeOutbound(t);
  const closedPort = await rawPeer(t, () => {});
  const silent = await httpPeer(t, () => {});
  const reset = await rawPeer(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));
  const half = await rawPeer(t, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
  );
  t.match(await failureOf(outbound.send(get('http://127.0.0.1:1/'))), { code: 'ECONNREFUSED', sent: false });
  t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${silent.port}/`, { timeoutMs: 100 }))), {
    code: 'ETIMEDOUT',
    sent: true,
  });
  t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${reset.port}/`))), {
    code: 'ECONNRESET',
    sent: true,
  });
  t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${half.port}/`))), {
    code: 'ECONNRESET',
    sent: true,
  });
  t.match(await failureOf(outbound.send(get(`http://127.0.0.1:${closedPort.port}/`, { timeoutMs: 100 }))), {
    code: 'ETIMEDOUT',
  });
});

t.test('a slow body ends with the total deadline', async (t) => {
  const peer = await httpPeer(t, (_request, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const startedMs = performance.now();
  const failure = await failureOf(
    makeOutbound(t).send(get(`http://127.0.0.1:${peer.port}/`, { timeoutMs: 200 })),
  );
  t.match(failure, { code: 'ETIMEDOUT', sent: true });
  t.ok(performance.now() - startedMs < 6_000);
});

t.test('the caller and the shutdown end a request', async (t) => {
  const peer = await httpPeer(t, () => {});
  const outbound = makeOutbound(t);
  const controller = new AbortController();
  const first = failureOf(
    outbound.send(get(`http://127.0.0.1:${peer.port}/`, { signal: controller.signal })),
  );
  const second = failureOf(outbound.send(get(`http://127.0.0.1:${peer.port}/`)));
  controller.abort();
  t.match(await first, { code: 'ABORT_ERR' });
  outbound.dispose();
  t.match(await second, { code: 'ABORT_ERR' });
  await t.rejects(outbound.send(get(`http://127.0.0.1:${peer.port}/`)), { message: outboundBusy.message });
});

t.test(
  'kept connections are used again, a stale one is replaced for reads, and writes say what happened',
  async (t) => {
    const peer = await httpPeer(t, (_request, response) => response.end('ok'));
    const outbound = makeOutbound(t);
    const url = `http://127.0.0.1:${peer.port}/`;
    for (let count = 0; count < 5; count++) await outbound.send(get(url, { keepAlive: true }));
    t.equal(peer.connections(), 1);
    for (let count = 0; count < 3; count++) await outbound.send(get(url));
    t.equal(peer.connections(), 4);
    const fickle = await rawPeer(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    const fickleUrl = `http://127.0.0.1:${fickle.port}/`;
    await outbound.send(get(fickleUrl, { keepAlive: true }));
    t.match(await outbound.send(get(fickleUrl, { keepAlive: true })), { status: 200 });
    t.equal(fickle.connections(), 2);
    await outbound.send(get(fickleUrl, { keepAlive: true }));
    t.match(await failureOf(outbound.send(get(fickleUrl, { keepAlive: true, method: 'POST', body: 'x' }))), {
      code: 'ECONNRESET',
      sent: true,
    });
  },
);

t.test('requests that wait for a kept connection keep their deadline too', async (t) => {
  const silent = await httpPeer(t, () => {});
  const outbound = makeOutbound(t);
  const send = get(`http://127.0.0.1:${silent.port}/`, { keepAlive: true, timeoutMs: 200 });
  const startedMs = performance.now();
  const failures = await Promise.all(Array.from({ length: 40 }, () => failureOf(outbound.send(send))));
  t.ok(performance.now() - startedMs < 6_000);
  t.same(new Set(failures.map(({ code }) => code)), new Set(['ETIMEDOUT']));
});

t.test('when one address refuses, the next one of the name is tried', async (t) => {
  const peer = await httpPeer(t, (_request, response) => response.end('ok'));
  const outbound = makeOutbound(t, { 'two.example.com': ['127.0.0.2', '127.0.0.1'] });
  t.match(await outbound.send(get(`http://two.example.com:${peer.port}/`)), { status: 200 });
});

t.test('one destination takes a bounded number of requests at a time, and others go on', async (t) => {
  const silent = await httpPeer(t, () => {});
  const lively = await httpPeer(t, (_request, response) => response.end('ok'));
  const outbound = makeOutbound(t);
  const url = `http://127.0.0.1:${silent.port}/`;
  const waiting = Array.from({ length: 64 }, () => failureOf(outbound.send(get(url, { timeoutMs: 500 }))));
  await t.rejects(outbound.send(get(url)), { message: outboundBusy.message });
  t.match(await outbound.send(get(`http://127.0.0.1:${lively.port}/`)), { status: 200 });
  for (const failure of await Promise.all(waiting)) t.equal(failure.code, 'ETIMEDOUT');
});

t.test('a request that may not begin any more on its open connection sends no byte', async (t) => {
  const bytes: Buffer[] = [];
  const peer = await rawPeer(t, (socket) => socket.on('data', (chunk) => bytes.push(chunk)));
  let connectionsWhenAsked = 0;
  const mayBegin = (): boolean => {
    connectionsWhenAsked = peer.connections();
    return false;
  };
  const url = `http://127.0.0.1:${peer.port}/`;
  const failure = await failureOf(makeOutbound(t).send(get(url, { method: 'PUT', body: 'x', mayBegin })));
  t.match(failure, { code: 'ECANCELED', sent: false });
  t.same([connectionsWhenAsked, Buffer.concat(bytes).length], [1, 0]);
});

t.test('a kept connection asks again for each request', async (t) => {
  const peer = await httpPeer(t, (_request, response) => response.end('ok'));
  const outbound = makeOutbound(t);
  const url = `http://127.0.0.1:${peer.port}/`;
  const asked: number[] = [];
  const mayBegin = (): boolean => asked.push(1) < 2;
  t.match(await outbound.send(get(url, { keepAlive: true, mayBegin })), { status: 200 });
  const failure = await failureOf(outbound.send(get(url, { keepAlive: true, mayBegin })));
  t.match(failure, { code: 'ECANCELED', sent: false });
  t.equal(peer.connections(), 1);
});
