import t from 'tap';
import { addressRefused, OutboundFailure, requestRefused } from '../index.ts';
import { failureOf, get, httpPeer, makeOutbound } from './peer.ts';

t.test('under public, no spelling of an address that is not public connects', async (t) => {
  const peer = await httpPeer(t, (_request, response) => response.end('reached'));
  const outbound = makeOutbound(t, {
    'private.example.com': ['10.0.0.1'],
    'mixed.example.com': ['8.8.8.8', '127.0.0.1'],
    'mapped.example.com': ['::ffff:127.0.0.1'],
    'metadata.example.com': ['169.254.169.254'],
    'six.example.com': ['::1'],
  });
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '①②⑦.0.0.1',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '100.100.100.200',
    '[fd00:ec2::254]',
    'private.example.com',
    'mixed.example.com',
    'mapped.example.com',
    'metadata.example.com',
    'six.example.com',
    'SIX.example.com.',
  ];
  for (const host of hosts)
    await t.rejects(
      outbound.send(get(`http://${host}:${peer.port}/`, { policy: 'public' })),
      { message: addressRefused.message },
      host,
    );
  t.equal(peer.connections(), 0);
});

t.test('a name that turns to loopback after it was judged never connects there', async (t) => {
  const peer = await httpPeer(t, (_request, response) => response.end('reached'));
  const outbound = makeOutbound(t, { 'rebind.example.com': [['192.0.2.1'], ['127.0.0.1']] });
  const rebinding = makeOutbound(t, { 'rebind.example.com': [['203.0.114.1'], ['127.0.0.1']] });
  const send = get(`http://rebind.example.com:${peer.port}/`, { policy: 'public', timeoutMs: 300 });
  await t.rejects(outbound.send(send), { message: addressRefused.message });
  await t.rejects(outbound.send(send), { message: addressRefused.message });
  t.type(await failureOf(rebinding.send(send)), OutboundFailure);
  await t.rejects(rebinding.send(send), { message: addressRefused.message });
  t.equal(peer.connections(), 0);
});

t.test(
  'a listed host may be private or loopback, with or without its port; metadata stays refused',
  async (t) => {
    const peer = await httpPeer(t, (_request, response) => response.end('reached'));
    const outbound = makeOutbound(t, { 'sink.lan': ['127.0.0.1'], 'cloud.lan': ['169.254.169.254'] });
    const sendTo = (host: string, allowedHosts: readonly string[]) =>
      outbound.send(get(`http://${host}:${peer.port}/`, { policy: 'public', allowedHosts }));
    t.match(await sendTo('sink.lan', ['Sink.LAN']), { status: 200, body: 'reached' });
    t.match(await sendTo('sink.lan', [`sink.lan:${peer.port}`]), { status: 200 });
    t.match(await sendTo('127.0.0.1', ['127.0.0.1']), { status: 200 });
    await t.rejects(sendTo('sink.lan', ['sink.lan:1']), { message: addressRefused.message });
    await t.rejects(sendTo('sink.lan', ['lan', 'evil-sink.lan']), { message: addressRefused.message });
    await t.rejects(sendTo('cloud.lan', ['cloud.lan']), { message: addressRefused.message });
  },
);

t.test('equipment may be private or loopback, never metadata, never our own port', async (t) => {
  const peer = await httpPeer(t, (_request, response) => response.end('reached'));
  const outbound = makeOutbound(t, { 'switch.lan': ['127.0.0.1'] });
  t.match(await outbound.send(get(`http://switch.lan:${peer.port}/`)), { status: 200 });
  for (const host of [
    '169.254.169.254',
    '[fd00:ec2::254]',
    '169.254.1.1',
    '0.0.0.0',
    '[::ffff:10.0.0.1]',
    '224.0.0.1',
  ])
    await t.rejects(outbound.send(get(`http://${host}/`)), { message: addressRefused.message }, host);
  outbound.protect(peer.port);
  await t.rejects(outbound.send(get(`http://switch.lan:${peer.port}/`)), { message: addressRefused.message });
  await t.rejects(
    outbound.openSocket({ policy: 'equipment', host: '127.0.0.1', port: peer.port, timeoutMs: 500 }),
    { message: addressRefused.message },
  );
  t.equal(peer.connections(), 1);
});

t.test('what cannot be sent as meant is refused before anything is resolved', async (t) => {
  const outbound = makeOutbound(t);
  const refused: Parameters<typeof get>[] = [
    ['ftp://example.com/'],
    ['file:///etc/passwd'],
    ['javascript:alert(1)'],
    ['//example.com'],
    ['http://'],
    ['http://user:password@example.com/'],
    ['http://example.com:0/'],
    [`http://example.com/${'x'.repeat(9_000)}`],
    ['http://example.com/', { method: 'CONNECT' }],
    ['http://example.com/', { method: 'GET / HTTP/1.1\r\nX: y' }],
    ['http://example.com/', { headers: { Host: 'internal' } }],
    ['http://example.com/', { headers: { 'Content-Length': '0' } }],
    ['http://example.com/', { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['http://example.com/', { headers: { 'X-A': 'b\r\nX-Injected: 1' } }],
    ['http://example.com/', { headers: { 'X A': 'b' } }],
    ['http://example.com/', { headers: { big: 'x'.repeat(20_000) } }],
    ['http://example.com/', { timeoutMs: Number.POSITIVE_INFINITY }],
    ['http://example.com/', { timeoutMs: 0 }],
    ['http://example.com/', { maxBytes: -1 }],
    ['https://example.com/', { tls: { fingerprint: 'abc' } }],
  ];
  for (const [url, more] of refused)
    await t.rejects(
      outbound.send(get(url, more)),
      { message: /^This request cannot be sent/ },
      `${url} ${JSON.stringify(more)}`,
    );
  t.equal(requestRefused.kind, 'invalid');
});

t.test(
  'a resolver that hangs is given up after two seconds; one without an answer is ENOTFOUND',
  async (t) => {
    const { GuardedOutbound } = await import('../index.ts');
    const { systemClock } = await import('../../../telemetry/index.ts');
    const outbound = new GuardedOutbound({ resolve: () => new Promise(() => {}) }, systemClock);
    const startedMs = performance.now();
    t.match(await failureOf(outbound.send(get('http://example.com/', { timeoutMs: 10_000 }))), {
      code: 'ETIMEDOUT',
      sent: false,
    });
    t.ok(performance.now() - startedMs < 8_000);
    const empty = makeOutbound(t, { 'example.com': [] });
    t.match(await failureOf(empty.send(get('http://example.com/'))), { code: 'ENOTFOUND', sent: false });
  },
);
