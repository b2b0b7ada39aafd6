import { once } from 'node:events';
import type { Socket } from 'node:net';
import t from 'tap';
import { startTls } from '../index.ts';
import { deviceCertificate, failureOf, httpsPeer, makeOutbound, rawPeer } from './peer.ts';

const names = { 'device.example.com': ['127.0.0.1'] };
const ca = deviceCertificate;

t.test(
  'an open connection goes over to TLS, and the certificate is judged before anything is sent',
  async (t) => {
    let requests = 0;
    const peer = await httpsPeer(t, (_request, response) => {
      requests += 1;
      response.end('over TLS');
    });
    const outbound = makeOutbound(t, names);
    const open = (): Promise<Socket> =>
      outbound.openSocket({
        policy: 'equipment',
        host: 'device.example.com',
        port: peer.port,
        timeoutMs: 3_000,
      });
    for (const host of ['device.example.com', '127.0.0.1']) {
      const socket = await startTls(await open(), { host, tls: { ca }, timeoutMs: 3_000 });
      socket.write('GET / HTTP/1.0\r\nHost: device\r\n\r\n');
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      t.match(String(chunk), /^HTTP\/1\.1 200/, host);
      socket.destroy();
    }
    const untrusted = await open();
    t.match(await failureOf(startTls(untrusted, { host: 'device.example.com', timeoutMs: 3_000 })), {
      code: 'CERT_UNTRUSTED',
      sent: false,
    });
    t.ok(untrusted.destroyed, 'a refused connection is closed');
    const misnamed = startTls(await open(), { host: 'other.example.com', tls: { ca }, timeoutMs: 3_000 });
    t.match(await failureOf(misnamed), { code: 'CERT_NAME_MISMATCH', sent: false });
    t.equal(requests, 2);
  },
);

t.test('a peer that does not shake hands is left at the deadline', async (t) => {
  const peer = await rawPeer(t, () => {});
  const outbound = makeOutbound(t);
  const { port } = peer;
  const socket = await outbound.openSocket({
    policy: 'equipment',
    host: '127.0.0.1',
    port,
    timeoutMs: 3_000,
  });
  const failed = startTls(socket, { host: '127.0.0.1', timeoutMs: 100 });
  t.match(await failureOf(failed), { code: 'ETIMEDOUT', sent: false });
  t.ok(socket.destroyed);
});
