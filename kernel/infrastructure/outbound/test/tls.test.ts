import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import t from 'tap';
import { deviceCertificate, failureOf, get, httpsPeer, makeOutbound, rawPeer } from './peer.ts';

const fingerprint = new X509Certificate(deviceCertificate).fingerprint256;
const plainFingerprint = fingerprint.replaceAll(':', '').toLowerCase();
const names = { 'device.example.com': ['127.0.0.1'], 'other.example.com': ['127.0.0.1'] };

t.test('a certificate must be trusted and name the host', async (t) => {
  let requests = 0;
  const peer = await httpsPeer(t, (request, response) => {
    requests += 1;
    response.end(request.headers.host);
  });
  const outbound = makeOutbound(t, names);
  const url = (host: string): string => `https://${host}:${peer.port}/`;
  const tls = { ca: deviceCertificate };
  t.match(await outbound.send(get(url('device.example.com'), { tls })), {
    status: 200,
    body: `device.example.com:${peer.port}`,
    peerFingerprint: plainFingerprint,
  });
  t.match(await outbound.send(get(url('127.0.0.1'), { tls })), { status: 200 });
  t.match(await failureOf(outbound.send(get(url('other.example.com'), { tls }))), {
    code: 'CERT_NAME_MISMATCH',
    sent: false,
  });
  t.match(await failureOf(outbound.send(get(url('device.example.com')))), {
    code: 'CERT_UNTRUSTED',
    sent: false,
    peerFingerprint: plainFingerprint,
  });
  t.equal(requests, 2, 'nothing was sent to a peer that was not trusted');
});

t.test('a pinned certificate is accepted alone, whoever signed it; verification can be waived', async (t) => {
  let requests = 0;
  const peer = await httpsPeer(t, (_request, response) => {
    requests += 1;
    response.end('ok');
  });
  const outbound = makeOutbound(t, names);
  const url = `https://other.example.com:${peer.port}/`;
  for (const keepAlive of [true, true, false])
    t.match(await outbound.send(get(url, { keepAlive, tls: { fingerprint } })), {
      status: 200,
      peerFingerprint: plainFingerprint,
    });
  t.match(await outbound.send(get(url, { tls: { verify: false } })), {
    status: 200,
    peerFingerprint: plainFingerprint,
  });
  t.equal(requests, 4);
  for (const tls of [{ fingerprint: '00'.repeat(32) }, { verify: false, fingerprint: '00'.repeat(32) }])
    t.match(await failureOf(outbound.send(get(url, { keepAlive: true, tls }))), {
      code: 'CERT_FINGERPRINT_MISMATCH',
      sent: false,
    });
  t.equal(requests, 4);
});

t.test('an expired certificate is told from an unknown one', async (t) => {
  const peer = await httpsPeer(t, (_request, response) => response.end('ok'), 'expired');
  const { readFileSync } = await import('node:fs');
  const ca = readFileSync(new URL('fixtures/expired.cert.pem', import.meta.url), 'utf8');
  const outbound = makeOutbound(t, names);
  t.match(await failureOf(outbound.send(get(`https://device.example.com:${peer.port}/`, { tls: { ca } }))), {
    code: 'CERT_EXPIRED',
    sent: false,
  });
});

t.test(
  'a peer that does not speak TLS, or never finishes its greeting, is a failure before sending',
  async (t) => {
    const plain = await rawPeer(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const silent = await rawPeer(t, () => {});
    const outbound = makeOutbound(t);
    t.match(await failureOf(outbound.send(get(`https://127.0.0.1:${plain.port}/`))), {
      code: 'EPROTO',
      sent: false,
    });
    t.match(await failureOf(outbound.send(get(`https://127.0.0.1:${silent.port}/`, { timeoutMs: 100 }))), {
      code: 'ETIMEDOUT',
      sent: false,
    });
  },
);

t.test('a socket for another protocol opens under the same rules', async (t) => {
  const echo = await rawPeer(t, (socket) => socket.pipe(socket));
  const outbound = makeOutbound(t, names);
  const host = 'device.example.com';
  const socket = await outbound.openSocket({ policy: 'equipment', host, port: echo.port, timeoutMs: 1_000 });
  socket.write('hello');
  const [answer] = await once(socket, 'data');
  t.equal(String(answer), 'hello');
  socket.destroy();
  const secure = await httpsPeer(t, () => {});
  const ask = { policy: 'equipment', host, port: secure.port, timeoutMs: 1_000 } as const;
  (await outbound.openSocket({ ...ask, tls: { fingerprint } })).destroy();
  t.match(await failureOf(outbound.openSocket({ ...ask, tls: {} })), { code: 'CERT_UNTRUSTED', sent: false });
});
