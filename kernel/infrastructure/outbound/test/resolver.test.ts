import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ManualClock } from '../../../telemetry/index.ts';
import { SystemResolver } from '../index.ts';
import { failureOf } from './peer.ts';

const { signal } = new AbortController();

t.test('addresses stand for themselves, the hosts file comes first, localhost is loopback', async (t) => {
  const folder = t.testdir({
    hosts: '# comment\n10.1.2.3 switch.lan Switch # more\n::5 switch.lan\nnonsense line\n',
  });
  const resolver = new SystemResolver(new ManualClock(), { hostsFile: join(folder, 'hosts') });
  t.same(await resolver.resolve('8.8.8.8', signal), ['8.8.8.8']);
  t.same(await resolver.resolve('::1', signal), ['::1']);
  t.same(await resolver.resolve('SWITCH.lan', signal), ['10.1.2.3', '::5']);
  t.same(await resolver.resolve('switch', signal), ['10.1.2.3']);
  t.same(await resolver.resolve('localhost', signal), ['127.0.0.1', '::1']);
});

t.test('a missing hosts file is an empty one', async (t) => {
  const resolver = new SystemResolver(new ManualClock(), { hostsFile: join(t.testdir(), 'none') });
  t.same(await resolver.resolve('a.localhost', signal), ['127.0.0.1', '::1']);
});

type Zone = Readonly<
  Record<string, { readonly a?: string; readonly aaaa?: Buffer; readonly silent?: 'a' | 'aaaa' }>
>;

/** A name server with a table: answers A and AAAA, says NXDOMAIN for other names, or keeps silent and notes it. */
async function nameServer(t: Test, zone: Zone, ignored: string[] = []): Promise<string> {
  const server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString());
      at += length + 1;
    }
    const kind = query.readUInt16BE(at + 1) === 1 ? 'a' : 'aaaa';
    const known = zone[labels.join('.')];
    if (known?.silent === kind) {
      ignored.push(kind);
      return;
    }
    const data = kind === 'a' ? known?.a && Buffer.from(known.a.split('.').map(Number)) : known?.aaaa;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(data ? 1 : 0, 6);
    header.fill(0, 8);
    const parts: Uint8Array[] = [header, query.subarray(12, at + 5)];
    if (data) {
      const record = Buffer.from([0xc0, 12, 0, kind === 'a' ? 1 : 28, 0, 1, 0, 0, 0, 1, 0, data.length]);
      parts.push(record, data);
    }
    server.send(Buffer.concat(parts), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

t.test('DNS gives all addresses of a name, and a name server silent on IPv6 costs little', async (t) => {
  const six = Buffer.from('20010db8000000000000000000000001', 'hex');
  const zone: Zone = {
    'both.example.com': { a: '192.0.2.1', aaaa: six },
    'six.example.com': { aaaa: six },
    'half.example.com': { a: '192.0.2.2', silent: 'aaaa' },
    'none.example.com': {},
  };
  const ignored: string[] = [];
  const servers = [await nameServer(t, zone, ignored)];
  const resolver = new SystemResolver(new ManualClock(), { servers });
  t.same(await resolver.resolve('both.example.com', signal), ['192.0.2.1', '2001:db8::1']);
  t.same(await resolver.resolve('Six.Example.com', signal), ['2001:db8::1']);
  t.same(await resolver.resolve('half.example.com', signal), ['192.0.2.2']);
  t.same(ignored, ['aaaa'], 'it is not asked a second time');
  for (const name of ['none.example.com', 'unknown.example.com'])
    t.match(await failureOf(resolver.resolve(name, signal)), { code: 'ENOTFOUND', sent: false });
});

t.test('asking ends when the signal says so', async (t) => {
  const servers = [await nameServer(t, { 'a.example.com': { silent: 'a' } })];
  const resolver = new SystemResolver(new ManualClock(), { servers });
  const controller = new AbortController();
  const failure = failureOf(resolver.resolve('a.example.com', controller.signal));
  setImmediate(() => controller.abort());
  t.match(await failure, { code: 'ETIMEDOUT', sent: false });
});
